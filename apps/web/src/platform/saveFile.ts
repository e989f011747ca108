import { letGoOfUrl } from './letGoOfUrl.ts';

/** Hands a file to the person, as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  letGoOfUrl(url);
}
