/**
 * The smallest whole office files (ECMA-376, Office Open XML): a document, a workbook and a presentation that word
 * processors, spreadsheets and viewers open.
 */
import { strToU8, zipSync } from 'fflate';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const namespaces = 'http://schemas.openxmlformats.org';
const relations = `${namespaces}/officeDocument/2006/relationships`;
const types = 'application/vnd.openxmlformats-officedocument';
/** Earliest moment that a zip can name: the same bytes on every run. */
const mtime = new Date(1980, 0, 1);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Zips parts, with the lists of types and relations that the format asks for; the first part is the main one. */
function office(
  parts: Record<string, { type: string; xml: string }>,
  links: Record<string, string> = {},
): Uint8Array {
  const main = Object.keys(parts)[0]!;
  const overrides = Object.entries(parts)
    .map(([path, { type }]) => `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`)
    .join('');
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${namespaces}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${overrides}</Types>`,
    '_rels/.rels': relationsOf({ officeDocument: main }),
    ...Object.fromEntries(Object.entries(parts).map(([path, { xml }]) => [path, xml])),
    ...links,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(declaration + xml)])),
    { mtime, level: 6 },
  );
}

/**
 * Returns a part's relations, `rId1` and on, by kind (a number behind the kind keeps two of a kind apart).
 */
const relationsOf = (targets: Record<string, string>): string => {
  const list = Object.entries(targets).map(
    ([kind, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${relations}/${kind.replace(/\d+$/, '')}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${namespaces}/package/2006/relationships">${list.join('')}</Relationships>`;
};

/** Returns a document of paragraphs. */
export function docx(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('');
  return office({
    'word/document.xml': {
      type: 'wordprocessingml.document.main',
      xml: `<w:document xmlns:w="${namespaces}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  });
}

/** Returns a workbook of one sheet; numbers stay numbers. */
export function xlsx(sheet: string, rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cells = (row: readonly (string | number)[], y: number) =>
    row
      .map((value, x) => {
        const at = `${String.fromCharCode(65 + x)}${y + 1}`;
        return typeof value === 'number'
          ? `<c r="${at}"><v>${value}</v></c>`
          : `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
      })
      .join('');
  const data = rows.map((row, y) => `<row r="${y + 1}">${cells(row, y)}</row>`).join('');
  const main = `${namespaces}/spreadsheetml/2006/main`;
  return office(
    {
      'xl/workbook.xml': {
        type: 'spreadsheetml.sheet.main',
        xml: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      'xl/worksheets/sheet1.xml': {
        type: 'spreadsheetml.worksheet',
        xml: `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      },
    },
    { 'xl/_rels/workbook.xml.rels': relationsOf({ worksheet: 'worksheets/sheet1.xml' }) },
  );
}

const drawing = `xmlns:a="${namespaces}/drawingml/2006/main" xmlns:r="${relations}" xmlns:p="${namespaces}/presentationml/2006/main"`;
const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

const textBox = (id: number, y: number, text: string, size: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
  `<p:spPr><a:xfrm><a:off x="600000" y="${y}"/><a:ext cx="8000000" cy="1000000"/></a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
  `<p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="de-DE" sz="${size}"/><a:t>${escaped(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;

/** Returns a presentation: one slide per entry, its first line the title. */
export function pptx(slides: readonly (readonly string[])[]): Uint8Array {
  const names = slides.map((_, i) => `slide${i + 1}.xml`);
  const ids = names.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 2}"/>`).join('');
  const tree = (shapes: string) => `<p:cSld><p:spTree>${group}${shapes}</p:spTree></p:cSld>`;
  const slideXml = (lines: readonly string[]) =>
    `<p:sld ${drawing}>${tree(lines.map((line, i) => textBox(i + 2, 500_000 + i * 900_000, line, i === 0 ? 3200 : 1800)).join(''))}</p:sld>`;
  const maps = [
    'bg1',
    'tx1',
    'bg2',
    'tx2',
    'accent1',
    'accent2',
    'accent3',
    'accent4',
    'accent5',
    'accent6',
    'hlink',
    'folHlink',
  ];
  const colours = ['lt1', 'dk1', 'lt2', 'dk2', ...maps.slice(4)];
  const colourMap = maps.map((name, i) => `${name}="${colours[i]}"`).join(' ');
  const links: Record<string, string> = {
    'ppt/_rels/presentation.xml.rels': relationsOf({
      slideMaster: 'slideMasters/slideMaster1.xml',
      ...Object.fromEntries(names.map((name, i) => [`slide${i}`, `slides/${name}`])),
    }),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationsOf({
      slideLayout: '../slideLayouts/slideLayout1.xml',
      theme: '../theme/theme1.xml',
    }),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsOf({
      slideMaster: '../slideMasters/slideMaster1.xml',
    }),
    ...Object.fromEntries(
      names.map((name) => [
        `ppt/slides/_rels/${name}.rels`,
        relationsOf({ slideLayout: '../slideLayouts/slideLayout1.xml' }),
      ]),
    ),
  };
  return office(
    {
      'ppt/presentation.xml': {
        type: 'presentationml.presentation.main',
        xml: `<p:presentation ${drawing}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      },
      'ppt/slideMasters/slideMaster1.xml': {
        type: 'presentationml.slideMaster',
        xml: `<p:sldMaster ${drawing}>${tree('')}<p:clrMap ${colourMap}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
      },
      'ppt/slideLayouts/slideLayout1.xml': {
        type: 'presentationml.slideLayout',
        xml: `<p:sldLayout ${drawing} type="blank">${tree('')}</p:sldLayout>`,
      },
      'ppt/theme/theme1.xml': { type: 'theme', xml: theme },
      ...Object.fromEntries(
        slides.map((lines, i) => [
          `ppt/slides/${names[i]}`,
          { type: 'presentationml.slide', xml: slideXml(lines) },
        ]),
      ),
    },
    links,
  );
}

const colour = (name: string, hex: string) => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const accents = ['0B5C63', 'C77D2E', '6B7F3A', '8A4B5E', '4F6D9A', '7A6A58'];

/** The format asks for a theme, however plain. */
const theme =
  `<a:theme xmlns:a="${namespaces}/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">` +
  colour('dk1', '1F2328') +
  colour('lt1', 'FFFFFF') +
  colour('dk2', '0B5C63') +
  colour('lt2', 'FBFAF7') +
  accents.map((hex, i) => colour(`accent${i + 1}`, hex)).join('') +
  colour('hlink', '0B5C63') +
  colour('folHlink', '4F6D9A') +
  `</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
  `<a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
