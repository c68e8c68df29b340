import type { Piece } from '@portico/authoring/conversion/pieces';
import { StoredLines, UnreadableFile, type Reading } from './reading.ts';
import { RtfBlocks } from './rtfBlocks.ts';
import { CHARACTERS, decoderOf } from './rtfCharacters.ts';
import { FontTable, StyleTable } from './rtfTables.ts';
import { rtfTokens, type RtfToken } from './rtfTokens.ts';
import { linkMarks, plainPiece, ShownPieces } from './shownPieces.ts';

const MAX_DEPTH = 1000;

/** Destinations whose content is not text that a reader sees. Those after `\*` are skipped unless they are read. */
const SKIPPED = new Set(
  `fonttbl colortbl stylesheet info pict objdata fldinst filetbl revtbl listtable xe tc tcn pntxta pntxtb
  bkmkstart bkmkend rsidtbl generator themedata datastore colorschememapping latentstyles listoverridetable sn
  sv nonshppict pgdsctbl xmlnstbl atnid atnauthor atrfstart atrfend atndate atnref ftncn ftnsep ftnsepc
  aftnsep`.split(/\s+/),
);
/** Destinations after `\*` with text that a reader sees. */
const READ_AFTER_STAR = new Set(['shpinst', 'shptxt', 'annotation', 'ud', 'shppict', 'fldinst', 'pn', 'txfieldtext']);
/** Destinations beside the text, which only search finds. */
const BESIDE = new Set(
  `footnote annotation header headerl headerr headerf footer footerl footerr footerf`.split(/\s+/),
);
/** What applies to the text of a group, and ends with the group. */
interface State {
  isSkipped: boolean;
  /** Where text goes: into the document, or beside it. */
  isBeside: boolean;
  isHidden: boolean;
  marks: Set<'bold' | 'italic' | 'strike'>;
  href: string | undefined;
  codePage: number;
  /** How many characters follow `\u` for programs that don't know it. */
  skipAfterUnicode: number;
  /** The destination that the group is, or empty. */
  destination: string;
  /** The table or instruction that the group is in, if its words are needed. */
  scope: 'fonttbl' | 'stylesheet' | 'fldinst' | 'marker' | undefined;
}

/**
 * A document in Rich Text Format: headings, paragraphs, lists and tables in order. Throws UnreadableFile. Source: RTF
 * Specification 1.9.1.
 */
export function readRtf(bytes: Buffer): Reading {
  const shown = new ShownPieces();
  const stored = new StoredLines();
  const reader = new RtfReader((piece) => {
    stored.add(plainPiece(piece));
    shown.add(piece);
  });
  for (const token of rtfTokens(bytes)) reader.take(token);
  for (const line of reader.finish()) stored.add(line);
  return { pages: null, texts: stored.finish(), preview: shown.preview() };
}

class RtfReader {
  readonly #blocks: RtfBlocks;
  /** Lines of notes, comments, headers and footers, each once. */
  readonly #beside = new Set<string>();
  readonly #stack: State[] = [];
  #state: State = {
    isSkipped: false,
    isBeside: false,
    isHidden: false,
    marks: new Set(),
    href: undefined,
    codePage: 1252,
    skipAfterUnicode: 1,
    destination: '',
    scope: undefined,
  };
  #besideText = '';
  readonly #styles = new StyleTable();
  readonly #fonts = new FontTable();
  #defaultCodePage = 1252;
  #instruction = '';
  /** Bytes of a character set, decoded together because one character can have two. */
  #bytes: number[] = [];
  #toSkip = 0;

  constructor(emit: (piece: Piece) => void) {
    this.#blocks = new RtfBlocks(emit);
  }

  take(token: RtfToken): void {
    if (token.kind !== 'byte') this.#decodeBytes();
    switch (token.kind) {
      case 'open':
        this.#stack.push(this.#state);
        if (this.#stack.length > MAX_DEPTH) throw new UnreadableFile('TooLarge');
        this.#state = { ...this.#state, marks: new Set(this.#state.marks), destination: '' };
        this.#toSkip = 0;
        break;
      case 'close':
        this.#closeGroup();
        break;
      case 'byte':
        if (this.#toSkip > 0) this.#toSkip -= 1;
        else this.#bytes.push(token.value);
        break;
      case 'text': {
        const skipped = Math.min(this.#toSkip, token.text.length);
        this.#toSkip -= skipped;
        this.#addText(token.text.slice(skipped));
        break;
      }
      case 'word':
        this.#takeWord(token);
    }
  }

  /** Ends the text, and returns the lines beside it. */
  finish(): Iterable<string> {
    this.#decodeBytes();
    this.#blocks.end();
    return this.#beside;
  }

  #closeGroup(): void {
    const ended = this.#state;
    const outer = this.#stack.pop();
    if (!outer) return;
    if (ended.isBeside && !outer.isBeside) this.#endBeside();
    if (ended.destination === 'style') this.#styles.end();
    if (ended.destination === 'shptxt') this.#blocks.endBox();
    this.#state = outer;
    this.#toSkip = 0;
    if (ended.destination === 'fldinst') {
      const [, href] = /HYPERLINK\s+(?:\\\w\s+)*"([^"]+)"/i.exec(this.#instruction) ?? [];
      outer.href = href;
      this.#instruction = '';
    }
  }

  #takeWord({ name, parameter, isIgnorable }: Extract<RtfToken, { kind: 'word' }>): void {
    const state = this.#state;
    if (this.#toSkip > 0 && name !== 'u') {
      this.#toSkip -= 1;
      return;
    }
    if (isIgnorable && !READ_AFTER_STAR.has(name)) {
      state.isSkipped = true;
      return;
    }
    if (SKIPPED.has(name)) {
      state.isSkipped = true;
      state.destination = name;
    }
    if (name === 'fonttbl' || name === 'stylesheet' || name === 'fldinst') state.scope = name;
    if (BESIDE.has(name)) {
      state.isBeside = true;
      state.isHidden = false;
    }
    if (state.scope === 'fonttbl') return this.#fonts.take(name, parameter);
    if (state.scope === 'stylesheet') {
      if (this.#styles.take(name, parameter)) state.destination = 'style';
      return;
    }
    if (name === 'ud' && this.#stack.at(-1)?.destination === 'upr') state.isSkipped = false;
    if (state.isSkipped) return;
    const character = Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : undefined;
    if (character !== undefined) return this.#addText(character);
    this.#takeFormat(name, parameter);
  }

  #takeFormat(name: string, parameter: number | undefined): void {
    const state = this.#state;
    const { paragraph } = this.#blocks;
    const isOn = parameter !== 0;
    switch (name) {
      case 'ansicpg':
        this.#defaultCodePage = parameter ?? 1252;
        state.codePage = this.#defaultCodePage;
        break;
      case 'mac':
        this.#defaultCodePage = 10_000;
        state.codePage = this.#defaultCodePage;
        break;
      case 'f':
        state.codePage = this.#fonts.codePageOf(parameter ?? 0) || this.#defaultCodePage;
        break;
      case 'uc':
        state.skipAfterUnicode = Math.min(Math.max(parameter ?? 1, 0), 100);
        break;
      case 'u': {
        const code = parameter ?? 0;
        this.#addText(String.fromCharCode(code < 0 ? code + 65_536 : code));
        this.#toSkip = state.skipAfterUnicode;
        break;
      }
      case 'b':
        this.#mark('bold', isOn);
        break;
      case 'i':
        this.#mark('italic', isOn);
        break;
      case 'strike':
      case 'striked':
        this.#mark('strike', isOn);
        break;
      case 'plain':
        state.marks.clear();
        state.isHidden = false;
        break;
      case 'v':
      case 'deleted':
        state.isHidden = isOn;
        break;
      case 'upr':
        // The same text in ANSI and, after it, in Unicode: only the second is read.
        state.isSkipped = true;
        state.destination = 'upr';
        break;
      case 'shptxt':
        this.#startBox();
        break;
      case 'listtext':
      case 'pntext':
        state.isSkipped = true;
        state.destination = name;
        state.scope = 'marker';
        this.#blocks.marker = '';
        paragraph.list ??= 'bullet';
        break;
      case 'pnlvlblt':
        paragraph.list = 'bullet';
        break;
      case 'pnlvlbody':
      case 'pndec':
        paragraph.list = 'number';
        break;
      case 'ls':
        paragraph.list ??= 'bullet';
        paragraph.listNumber = parameter ?? 0;
        break;
      case 'ilvl':
        paragraph.depth = Math.min(Math.max(parameter ?? 0, 0), 8);
        break;
      case 'outlinelevel':
        if ((parameter ?? 9) < 9) paragraph.style = { ...paragraph.style, heading: (parameter ?? 0) + 1 };
        break;
      case 's':
        paragraph.style = this.#styles.find(parameter ?? 0);
        break;
      default:
        this.#takeStructure(name);
    }
  }

  #mark(mark: 'bold' | 'italic' | 'strike', isOn: boolean): void {
    if (isOn) this.#state.marks.add(mark);
    else this.#state.marks.delete(mark);
  }

  #takeStructure(name: string): void {
    switch (name) {
      case 'pard':
        this.#blocks.resetParagraph();
        break;
      case 'intbl':
        this.#blocks.paragraph.isInTable = true;
        break;
      case 'line':
      case 'softline':
      case 'column':
      case 'lbr':
        this.#addBreak();
        break;
      case 'par':
      case 'sect':
      case 'page':
        if (this.#state.isBeside) this.#besideText += '\n';
        else this.#blocks.endParagraph();
        break;
      case 'cell':
      case 'nestcell':
        this.#blocks.endCell();
        break;
      case 'row':
      case 'nestrow':
        this.#blocks.endRow();
        break;
      default:
    }
  }

  /** A text box inside a table is only searchable, because cells have no boxes. */
  #startBox(): void {
    if (this.#state.isBeside) return;
    if (this.#blocks.paragraph.isInTable) {
      this.#state.isBeside = true;
      return;
    }
    this.#state.destination = 'shptxt';
    this.#blocks.startBox();
  }

  #addBreak(): void {
    if (this.#state.isBeside) this.#besideText += '\n';
    else if (!this.#state.isHidden) this.#blocks.add({ type: 'hardBreak' });
  }

  #decodeBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#addText(decoderOf(this.#state.codePage).decode(bytes));
  }

  #addText(given: string): void {
    const text = given.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
    const { isSkipped, isBeside, isHidden, destination, scope, marks, href } = this.#state;
    if (text === '') return;
    if (scope === 'fldinst') this.#instruction += text;
    else if (scope === 'marker') this.#blocks.marker += text;
    else if (destination === 'style') this.#styles.addName(text);
    if (isSkipped || isHidden) return;
    if (isBeside) {
      this.#besideText += text;
      return;
    }
    const link = href === undefined ? [] : linkMarks(href);
    this.#blocks.add({ type: 'text', text, marks: [...link, ...[...marks].map((type) => ({ type }))] });
  }

  #endBeside(): void {
    for (const line of this.#besideText.split('\n')) if (line.trim() !== '') this.#beside.add(line);
    this.#besideText = '';
  }
}
