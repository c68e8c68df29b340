import type { Piece } from '@portico/authoring/conversion/pieces';
import type { InlineText } from '@portico/kinds/richText';
import { valueOf } from './docxStyles.ts';
import { OpenList } from './openList.ts';
import { elementsIn, type XmlElement } from './xml.ts';

const LAST_LEVEL = 8;

interface Level {
  isOrdered: boolean;
  start: number;
}

/** The lists of a document, and the numbers of their entries so far. Source: ECMA-376 part 1, 17.9. */
export class DocxLists {
  /** By `numId/level`. */
  readonly #levels: Map<string, Level>;
  /** The numbers of the last entries on each level, by `numId`. */
  readonly #numbers = new Map<string, number[]>();
  readonly #open = new OpenList();

  constructor(numbering: XmlElement | undefined) {
    this.#levels = levelsOf(numbering);
  }

  /** A paragraph with this numbering; undefined if it is not an entry of a list. */
  entry(numbering: XmlElement | undefined, text: InlineText): Piece | undefined {
    const list = valueOf(numbering, 'numId') ?? '0';
    if (list === '0') return undefined;
    const depth = Math.min(Math.max(0, Number(valueOf(numbering, 'ilvl') ?? 0) || 0), LAST_LEVEL);
    const { isOrdered, start: first } = this.#levels.get(`${list}/${depth}`) ?? { isOrdered: false, start: 1 };
    const numbers = (this.#numbers.get(list) ?? []).slice(0, depth + 1);
    const start = (numbers[depth] ?? first - 1) + 1;
    numbers[depth] = start;
    this.#numbers.set(list, numbers);
    const isNew = this.#open.isStartedBy(list, depth);
    return { kind: 'item', depth, ordered: isOrdered, isNew, text, ...(isOrdered && { start }) };
  }

  /** Text between entries ends the list, but its numbers continue. */
  end(): void {
    this.#open.end();
  }
}

function levelsOf(root: XmlElement | undefined): Map<string, Level> {
  const kinds = new Map(
    elementsIn(root, 'abstractNum').map((one) => [one.attributes['abstractNumId'] ?? '', elementsIn(one, 'lvl')]),
  );
  return new Map(
    elementsIn(root, 'num').flatMap((number) => {
      const levels = kinds.get(valueOf(number, 'abstractNumId') ?? '') ?? [];
      return levels.map(
        (level) =>
          [
            `${number.attributes['numId']}/${level.attributes['ilvl']}`,
            {
              isOrdered: !['bullet', 'none'].includes(valueOf(level, 'numFmt') ?? 'bullet'),
              start: Math.max(0, Number.parseInt(valueOf(level, 'start') ?? '1', 10) || 0),
            },
          ] as const,
      );
    }),
  );
}
