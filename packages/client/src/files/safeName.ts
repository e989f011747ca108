/** The name under which a file of the cloud is saved on somebody's disk. The cloud keeps the original. */

/** Marks that turn text around, and what is not shown in it: "gpj.exe" must not read as "exe.jpg". */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;
/** Names that Windows gives to devices, whatever the extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[ .])/i;
/** Bytes of UTF-8; file systems stop at 255, and a browser may add a number. */
const maxBytes = 240;
const maxExtensionBytes = 24;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Returns a name that no file system reads as anything but one file in the folder that was chosen: no path, no device, nothing
 * hidden by a leading dot or a mark that reverses text, at most 240 bytes, the extension kept.
 */
export function safeFileName(name: string): string {
  // What hid between two marks may have kept them apart.
  const shown = name.replace(invisible, '').normalize('NFC');
  const last = shown.split(/[/\\]/).at(-1) ?? '';
  const clean = withoutEdges(last.replace(/[:*?"<>|]/g, '_'));
  const safe = devices.test(clean) ? `_${clean}` : clean;
  return shorten(safe) || 'file';
}

/** Returns a name without gaps and dots around it. Somebody else chose how many there are: each is looked at once. */
function withoutEdges(name: string): string {
  const isEdge = (at: number) => /[\s.]/.test(name.charAt(at));
  let [from, to] = [0, name.length];
  while (from < to && isEdge(from)) from++;
  while (to > from && isEdge(to - 1)) to--;
  return name.slice(from, to);
}

function shorten(name: string): string {
  if (bytesOf(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && bytesOf(name.slice(dot)) <= maxExtensionBytes ? name.slice(dot) : '';
  let room = maxBytes - bytesOf(extension);
  let out = '';
  for (const char of name) {
    room -= bytesOf(char);
    if (room < 0) break;
    out += char;
  }
  return out.trimEnd() + extension;
}
