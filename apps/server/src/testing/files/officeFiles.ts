import { crc32, deflateRawSync } from 'node:zlib';

/** False statements of an entry about itself. */
interface Lies {
  unpackedBytes?: number;
  /** In the directory only. */
  name?: string;
  flags?: number;
  offset?: number;
  method?: number;
}

/** A ZIP archive with these entries, in order; entries can declare false values about themselves. */
export function zipFile(
  entries: Array<{ name: string; data: string | Uint8Array; isStored?: boolean; lies?: Lies }>,
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, isStored = false, lies = {} } of entries) {
    const bytes = Buffer.from(data as string);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const method = isStored ? 0 : 8;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const central = Buffer.alloc(46);
    const listed = lies.name ?? name;
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(lies.flags ?? 0, 8);
    central.writeUInt16LE(lies.method ?? method, 10);
    central.writeUInt32LE(crc32(bytes), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(lies.unpackedBytes ?? bytes.length, 24);
    central.writeUInt16LE(Buffer.byteLength(listed), 28);
    central.writeUInt32LE(lies.offset ?? offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(listed));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const relations = (...entries: Array<[id: string, type: string, target: string, mode?: string]>) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

const contentTypes = (main: string, part: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;

type Entries = Parameters<typeof zipFile>[0];

/** A small DOCX with this body and additional entries. */
export function docxFile(
  body: string,
  more: Entries = [],
  links: Array<[id: string, target: string]> = [],
  /** Parts in addition to the text, by the last word of their type, as XML. */
  beside: Array<[type: string, xml: string]> = [],
  /** Relations to additional entries; they come before those to the usual parts. */
  parts: Array<[id: string, type: string, target: string]> = [],
): Buffer {
  return zipFile([
    { name: '[Content_Types].xml', data: contentTypes('wordprocessingml.document', '/word/document.xml') },
    { name: '_rels/.rels', data: relations(['r1', 'officeDocument', 'word/document.xml']) },
    {
      name: 'word/_rels/document.xml.rels',
      data: relations(
        ...parts,
        ['s', 'styles', 'styles.xml'],
        ['n', 'numbering', 'numbering.xml'],
        ...links.map(([id, target]) => [id, 'hyperlink', target, 'External'] as [string, string, string, string]),
        ...beside.map(([type], index) => [`b${index}`, type, `beside${index}.xml`] as [string, string, string]),
      ),
    },
    ...beside.map(([type, xml], index) => ({
      name: `word/beside${index}.xml`,
      data: `<w:${type} ${W}>${xml}</w:${type}>`,
    })),
    {
      name: 'word/styles.xml',
      data: `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
        <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Our heading"/><w:basedOn w:val="H2"/></w:style><w:style w:type="paragraph" w:styleId="Toc"><w:name w:val="toc 1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style></w:styles>`,
    },
    {
      name: 'word/numbering.xml',
      data: `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
        <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    },
    {
      name: 'word/document.xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}

/** A small XLSX; each sheet is the XML inside its `sheetData`. */
export function xlsxFile(sheets: Array<{ name: string; rows: string; state?: string }>, shared: string[] = []): Buffer {
  return zipFile([
    { name: '[Content_Types].xml', data: contentTypes('spreadsheetml.sheet', '/xl/workbook.xml') },
    { name: '_rels/.rels', data: relations(['r1', 'officeDocument', '/xl/workbook.xml']) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ['st', 'styles', 'styles.xml'],
        ['sh', 'sharedStrings', 'sharedStrings.xml'],
        ...sheets.map(
          (_sheet, index) => [`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`] as [string, string, string],
        ),
      ),
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="x"><sheets>${sheets.map(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${state ? ` state="${state}"` : ''}/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/styles.xml',
      data: '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00;[Red]-&quot;$&quot;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    },
    { name: 'xl/sharedStrings.xml', data: `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>` },
    ...sheets.map(({ rows }, index) => ({
      name: `xl/worksheets/sheet${index}.xml`,
      data: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ]);
}

/** A small PPTX; each slide is the XML inside its shape tree. */
export function pptxFile(
  slides: Array<{
    shapes: string;
    show?: string;
    /** Parts in addition to the slide, by the last word of their type, as XML. */
    beside?: Array<[type: string, xml: string]>;
  }>,
): Buffer {
  return zipFile([
    { name: '[Content_Types].xml', data: contentTypes('presentationml.presentation', '/ppt/presentation.xml') },
    { name: '_rels/.rels', data: relations(['r1', 'officeDocument', 'ppt/presentation.xml']) },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relations(
        ...slides.map(
          (_slide, index) => [`r${index}`, 'slide', `slides/slide${index}.xml`] as [string, string, string],
        ),
      ),
    },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    ...slides.flatMap(({ beside = [] }, index) => [
      {
        name: `ppt/slides/_rels/slide${index}.xml.rels`,
        data: relations(
          ...beside.map(
            ([type], part) => [`b${part}`, type, `../beside${index}-${part}.xml`] as [string, string, string],
          ),
        ),
      },
      ...beside.map(([, xml], part) => ({ name: `ppt/beside${index}-${part}.xml`, data: xml })),
    ]),
    ...slides.map(({ shapes, show }, index) => ({
      name: `ppt/slides/slide${index}.xml`,
      data: `<p:sld xmlns:p="p" xmlns:a="a"${show ? ` show="${show}"` : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    })),
  ]);
}

/**
 * A compound file with two sectors of entries with these names: the format of password-protected files and of old
 * office files.
 */
export function compoundFile(names: string[], root = 'Root Entry'): Buffer {
  const bytes = Buffer.alloc(512 * 6);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(0, 76);
  // The sector table is in the first sector, the directory in the second and third.
  bytes.writeUInt32LE(2, 512 + 4);
  bytes.writeUInt32LE(0xfffffffe, 512 + 8);
  for (const [index, name] of [root, ...names].entries()) {
    bytes.write(name, 1024 + index * 128, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, 1024 + index * 128 + 64);
  }
  return bytes;
}
