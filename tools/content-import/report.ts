export interface Finding {
  file: string;
  line?: number | undefined;
  id?: string | undefined;
  reason: string;
}

export interface Tally {
  added: number;
  updated: number;
  unchanged: number;
}

/** The outcome of an import. */
export class ImportReport {
  /** By kind: news, events, home, menu entries, pictures. */
  readonly counts = new Map<string, Tally>();
  /** Not imported. */
  readonly rejected: Finding[] = [];
  /** Imported, but not completely. */
  readonly notes: Finding[] = [];
  /** Days by which all dates moved; 0 if they did not. */
  shiftedByDays = 0;

  count(what: string, outcome: keyof Tally): void {
    const tally = this.counts.get(what) ?? { added: 0, updated: 0, unchanged: 0 };
    tally[outcome] += 1;
    this.counts.set(what, tally);
  }

  reject(finding: Finding): void {
    this.rejected.push(finding);
  }

  note(finding: Finding): void {
    this.notes.push(finding);
  }

  /** The report as text for people, one line per finding. */
  describe(): string {
    const tallies = [...this.counts].map(
      ([what, { added, updated, unchanged }]) =>
        `  ${what}: ${added} added, ${updated} updated, ${unchanged} unchanged`,
    );
    const list = (title: string, findings: Finding[]) =>
      findings.length === 0
        ? []
        : ['', `${title} (${findings.length}):`, ...findings.map((finding) => `  ${location(finding)}`)];
    return [
      'Imported:',
      ...tallies,
      ...(this.shiftedByDays === 0 ? [] : [`  dates moved by ${this.shiftedByDays} days`]),
      ...list('Rejected', this.rejected),
      ...list('Imported with changes', this.notes),
    ].join('\n');
  }
}

function location({ file, line, id, reason }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`}${id === undefined ? '' : ` ${id}`}: ${reason}`;
}
