import { escapeXml, plainRuns, type Block, type Run } from './documentText.ts';
import { OFFICE, relations, writeOffice } from './officeArchive.ts';

const MAIN = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.presentationml';
const THEME = 'application/vnd.openxmlformats-officedocument.theme+xml';
const NAMESPACES = `xmlns:a="${DRAWING}" xmlns:r="${OFFICE}" xmlns:p="${MAIN}"`;

/** Size of a slide and its parts in English Metric Units, 914,400 per inch. */
const SLIDE = { width: 12_192_000, height: 6_858_000 };
const MARGIN = 760_000;
const WIDTH = SLIDE.width - 2 * MARGIN;
const ROW_HEIGHT = 560_000;

interface Slide {
  title: Run[];
  content: Block[];
}

/** Writes slides: each heading starts a new one, and the first is the cover. */
export async function writeSlides(blocks: Block[], path: string): Promise<void> {
  const slides: Slide[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') slides.push({ title: block.runs, content: [] });
    else slides.at(-1)?.content.push(block);
  }
  const nameOf = (index: number) => `ppt/slides/slide${index + 1}.xml`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('');
  await writeOffice(
    {
      main: 'ppt/presentation.xml',
      types: {
        'ppt/presentation.xml': `${TYPES}.presentation.main+xml`,
        'ppt/slideMasters/slideMaster1.xml': `${TYPES}.slideMaster+xml`,
        'ppt/slideLayouts/slideLayout1.xml': `${TYPES}.slideLayout+xml`,
        'ppt/theme/theme1.xml': THEME,
        ...Object.fromEntries(slides.map((_, index) => [nameOf(index), `${TYPES}.slide+xml`])),
      },
      xml: {
        'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${SLIDE.width}" cy="${SLIDE.height}"/><p:notesSz cx="${SLIDE.height}" cy="9144000"/></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': relations([
          ['slideMaster', 'slideMasters/slideMaster1.xml'],
          ...slides.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`]),
          ['theme', 'theme/theme1.xml'],
        ]),
        ...masterParts,
        ...Object.fromEntries(slides.map((slide, index) => [nameOf(index), slideXml(slide, index === 0)])),
        ...Object.fromEntries(
          slides.map((_, index) => [
            `ppt/slides/_rels/slide${index + 1}.xml.rels`,
            relations([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
          ]),
        ),
      },
    },
    path,
  );
}

const tree = (shapes: string): string =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
const fill = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
const background = (color: string): string => `<p:bg><p:bgPr>${fill(color)}<a:effectLst/></p:bgPr></p:bg>`;

const colors = Object.entries({
  dk1: '1D2A33',
  lt1: 'FFFFFF',
  dk2: '123845',
  lt2: 'E9F0F2',
  accent1: '1F4E5F',
  accent2: 'C8A24A',
  accent3: '5B8A72',
  accent4: '8A5B6E',
  accent5: '5B6770',
  accent6: 'B9C5CA',
  hlink: '1F4E5F',
  folHlink: '5B6770',
})
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join('');
const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const fills = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3);
const lines = '<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3);
const effects = '<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3);

/** What every slide file must have: a theme, a master and a layout. */
const masterParts: Record<string, string> = {
  'ppt/theme/theme1.xml': `<a:theme xmlns:a="${DRAWING}" name="Quillhaven"><a:themeElements><a:clrScheme name="Quillhaven">${colors}</a:clrScheme><a:fontScheme name="Quillhaven"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Quillhaven"><a:fillStyleLst>${fills}</a:fillStyleLst><a:lnStyleLst>${lines}</a:lnStyleLst><a:effectStyleLst>${effects}</a:effectStyleLst><a:bgFillStyleLst>${fills}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${NAMESPACES}><p:cSld>${background('FFFFFF')}${tree('')}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['theme', '../theme/theme1.xml'],
  ]),
  'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${NAMESPACES}><p:cSld name="Title and text">${tree('')}</p:cSld></p:sldLayout>`,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([['slideMaster', '../slideMasters/slideMaster1.xml']]),
};

function slideXml({ title, content }: Slide, isCover: boolean): string {
  const ink = isCover ? 'FFFFFF' : '123845';
  const texts = content.filter((block) => block.kind !== 'table');
  const table = content.find((block) => block.kind === 'table');
  const shapes = [
    textShape(
      2,
      'Title',
      'title',
      isCover ? 2_300_000 : 480_000,
      1_300_000,
      paragraph(title, isCover ? 4800 : 3600, ink, true),
    ),
    texts.length > 0
      ? textShape(
          3,
          'Text',
          'body',
          isCover ? 3_700_000 : 1_900_000,
          isCover ? 900_000 : 4_200_000,
          texts.map((block) => contentXml(block, isCover)).join(''),
        )
      : '',
    table ? tableShape(table.rows) : '',
  ];
  return `<p:sld ${NAMESPACES}><p:cSld>${background(isCover ? '123845' : 'FFFFFF')}${tree(shapes.join(''))}</p:cSld></p:sld>`;
}

const frame = (tag: string, top: number, height: number): string =>
  `<${tag}:xfrm><a:off x="${MARGIN}" y="${top}"/><a:ext cx="${WIDTH}" cy="${height}"/></${tag}:xfrm>`;

const textShape = (id: number, name: string, kind: string, top: number, height: number, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr>${frame('a', top, height)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square" anchor="t"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;

function contentXml(block: Block, isCover: boolean): string {
  const color = isCover ? 'E9F0F2' : '1D2A33';
  if (block.kind === 'list') {
    const bullet = block.ordered ? '<a:buAutoNum type="arabicPeriod"/>' : '<a:buChar char="•"/>';
    return block.items.map((item) => paragraph(item, 2400, color, false, bullet)).join('');
  }
  return 'runs' in block ? paragraph(block.runs, 2400, color, false) : '';
}

const paragraph = (runs: Run[], size: number, color: string, isBold: boolean, bullet = '<a:buNone/>'): string =>
  `<a:p><a:pPr${bullet === '<a:buNone/>' ? '' : ' marL="420000" indent="-420000"'}><a:spcAft><a:spcPts val="900"/></a:spcAft>${bullet}</a:pPr>${runs
    .map(
      ({ text, bold }) =>
        `<a:r><a:rPr lang="en-US" sz="${size}"${isBold || bold ? ' b="1"' : ''}>${fill(color)}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`,
    )
    .join('')}</a:p>`;

function tableShape(rows: Run[][][]): string {
  const columns = rows[0]!.length;
  const width = Math.floor(WIDTH / columns);
  const cell = (runs: Run[], isHead: boolean): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(plainRuns(runs) === '' ? [{ text: ' ' }] : runs, 2000, isHead ? 'FFFFFF' : '1D2A33', isHead)}</a:txBody><a:tcPr>${fill(isHead ? '1F4E5F' : 'E9F0F2')}</a:tcPr></a:tc>`;
  const row = (cells: Run[][], index: number): string =>
    `<a:tr h="${ROW_HEIGHT}">${cells.map((runs) => cell(runs, index === 0)).join('')}</a:tr>`;
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${frame('p', 2_000_000, rows.length * ROW_HEIGHT)}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${`<a:gridCol w="${width}"/>`.repeat(columns)}</a:tblGrid>${rows.map(row).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}
