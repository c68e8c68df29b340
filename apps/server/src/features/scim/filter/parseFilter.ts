import type { AttributePath } from '../schema/attributes.ts';
import { ScimError, type ScimType } from '../schema/scimErrors.ts';

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

export type Filter =
  | { kind: 'compare'; path: AttributePath; op: Comparison; value: string | number | boolean | null }
  | { kind: 'present'; path: AttributePath }
  | { kind: 'not'; filter: Filter }
  | { kind: 'and'; filters: Filter[] }
  | { kind: 'or'; filters: Filter[] }
  /** A single value of a multi-valued attribute has to match the whole filter. */
  | { kind: 'values'; path: AttributePath; filter: Filter };

/** The target of a PATCH: an attribute, the values of it that a filter selects, or a part of them. */
export interface PatchPath extends AttributePath {
  filter: Filter | null;
}

/** More than any provider sends. Larger filters would cost too much. */
export const MAX_FILTER_TERMS = 30;
export const MAX_FILTER_DEPTH = 15;
export const MAX_FILTER_LENGTH = 4000;

const TOKENS =
  /\s*(?:(?<text>"(?:[^"\\\u0000-\u001f]|\\.)*")|(?<symbol>[()[\]])|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s)\]]|$))|(?<word>\.?[\w$:.+-]+))/y;

interface Token {
  kind: 'text' | 'symbol' | 'number' | 'word';
  value: string;
  start: number;
}

/** The grammar of filters. Source: RFC 7644, section 3.4.2.2. */
class Parser {
  readonly #tokens: Token[];
  readonly #problem: ScimType;
  #next = 0;
  #terms = 0;
  #depth = 0;

  constructor(text: string, problem: ScimType) {
    this.#problem = problem;
    if (text.length > MAX_FILTER_LENGTH) throw this.fail('It is too long.');
    this.#tokens = this.#split(text);
  }

  #split(text: string): Token[] {
    const tokens: Token[] = [];
    const end = text.trimEnd().length;
    TOKENS.lastIndex = 0;
    while (TOKENS.lastIndex < end) {
      const start = TOKENS.lastIndex;
      const groups = TOKENS.exec(text)?.groups;
      if (!groups) throw this.fail(`Unexpected text at character ${start + 1}.`);
      const [kind, value] = Object.entries(groups).find(([, found]) => found !== undefined)!;
      tokens.push({ kind: kind as Token['kind'], value, start });
    }
    return tokens;
  }

  fail(reason: string): ScimError {
    const what = this.#problem === 'invalidPath' ? 'path' : 'filter';
    return new ScimError(this.#problem, `The ${what} is not valid. ${reason}`);
  }

  isSymbol(symbol: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === 'symbol' && token.value === symbol;
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === 'word' && token.value.toLowerCase() === word;
  }

  take(): Token {
    const token = this.#tokens[this.#next];
    if (!token) throw this.fail('It ends too early.');
    this.#next += 1;
    return token;
  }

  takeSymbol(symbol: string): void {
    const { kind, value, start } = this.take();
    if (kind !== 'symbol' || value !== symbol) throw this.fail(`Expected “${symbol}” at character ${start + 1}.`);
  }

  assertEnd(): void {
    const token = this.#tokens[this.#next];
    if (token) throw this.fail(`Expected the end at character ${token.start + 1}.`);
  }

  get hasMore(): boolean {
    return this.#next < this.#tokens.length;
  }

  either(): Filter {
    this.#depth += 1;
    if (this.#depth > MAX_FILTER_DEPTH) throw this.fail('It is nested too deeply.');
    const filters = [this.#both()];
    while (this.#isWord('or')) {
      this.take();
      filters.push(this.#both());
    }
    this.#depth -= 1;
    return filters.length === 1 ? filters[0]! : { kind: 'or', filters };
  }

  #both(): Filter {
    const filters = [this.#term()];
    while (this.#isWord('and')) {
      this.take();
      filters.push(this.#term());
    }
    return filters.length === 1 ? filters[0]! : { kind: 'and', filters };
  }

  #term(): Filter {
    this.#terms += 1;
    if (this.#terms > MAX_FILTER_TERMS) throw this.fail(`It has more than ${MAX_FILTER_TERMS} conditions.`);
    if (this.isSymbol('(')) return this.#group();
    if (this.#isWord('not')) {
      this.take();
      return { kind: 'not', filter: this.#group() };
    }
    const path = this.path();
    return this.isSymbol('[') ? this.#values(path) : this.#condition(path);
  }

  #group(): Filter {
    this.takeSymbol('(');
    const filter = this.either();
    this.takeSymbol(')');
    return filter;
  }

  /** `emails[type eq "work"]`, and `emails[type eq "work"].value sw "a"`, which some providers send. */
  #values(path: AttributePath): Filter {
    const filter = this.valueFilter();
    const sub = this.subName();
    if (sub === null) return { kind: 'values', path, filter };
    const rest = this.#condition({ schema: null, name: sub, sub: null });
    return { kind: 'values', path, filter: { kind: 'and', filters: [filter, rest] } };
  }

  valueFilter(): Filter {
    this.takeSymbol('[');
    const filter = this.either();
    this.takeSymbol(']');
    return filter;
  }

  subName(): string | null {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || !/^\.[a-z$][\w$-]*$/i.test(token.value)) return null;
    return this.take().value.slice(1);
  }

  #condition(path: AttributePath): Filter {
    const { kind, value, start } = this.take();
    const op = kind === 'word' ? value.toLowerCase() : '';
    if (op === 'pr') return { kind: 'present', path };
    if (!(comparisons as readonly string[]).includes(op))
      throw this.fail(`Expected an operator at character ${start + 1}.`);
    return { kind: 'compare', path, op: op as Comparison, value: this.#value() };
  }

  #value(): string | number | boolean | null {
    const { kind, value, start } = this.take();
    if (kind === 'number') return Number(value);
    if (kind === 'word' && /^(?:true|false|null)$/i.test(value))
      return JSON.parse(value.toLowerCase()) as boolean | null;
    if (kind !== 'text') throw this.fail(`Expected a value at character ${start + 1}.`);
    try {
      return JSON.parse(value) as string;
    } catch {
      throw this.fail(`The string at character ${start + 1} is not valid JSON.`);
    }
  }

  path(): AttributePath {
    const { kind, value, start } = this.take();
    const path = kind === 'word' ? readAttributePath(value) : undefined;
    if (!path) throw this.fail(`Expected an attribute at character ${start + 1}.`);
    return path;
  }
}

/** `name.familyName`, optionally after a schema and a colon. Undefined for anything else. */
export function readAttributePath(text: string): AttributePath | undefined {
  const found = /^(?:(urn:[\w:.+-]+):)?([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?$/i.exec(text);
  return found ? { schema: found[1] ?? null, name: found[2]!, sub: found[3] ?? null } : undefined;
}

/** Throws ScimError `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'invalidFilter');
  const filter = parser.either();
  parser.assertEnd();
  return filter;
}

/** Throws ScimError `invalidPath`. */
export function parsePatchPath(text: string): PatchPath {
  const parser = new Parser(text, 'invalidPath');
  const path = parser.path();
  if (!parser.isSymbol('[')) {
    parser.assertEnd();
    return { ...path, filter: null };
  }
  const filter = parser.valueFilter();
  const sub = parser.subName();
  parser.assertEnd();
  if (path.sub !== null) throw parser.fail('Brackets can only follow an attribute, not one of its sub-attributes.');
  return { ...path, sub, filter };
}
