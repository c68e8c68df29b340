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

/** What an import did and what it did not do. */
export class ImportReport {
  /** By what was counted: news, events, home, menu entries, pictures. */
  readonly counts = new Map<string, Tally>();
  /** Left out altogether. */
  readonly refused: Finding[] = [];
  /** Taken, but not all of it. */
  readonly notes: Finding[] = [];
  /** Days that all dates were moved by; 0 when they were not. */
  shiftedByDays = 0;

  count(what: string, outcome: keyof Tally): void {
    const tally = this.counts.get(what) ?? { added: 0, updated: 0, unchanged: 0 };
    tally[outcome] += 1;
    this.counts.set(what, tally);
  }

  refuse(finding: Finding): void {
    this.refused.push(finding);
  }

  note(finding: Finding): void {
    this.notes.push(finding);
  }

  /** For people to read, a line a finding. */
  describe(): string {
    const tallies = [...this.counts].map(
      ([what, { added, updated, unchanged }]) =>
        `  ${what}: ${added} added, ${updated} updated, ${unchanged} unchanged`,
    );
    const list = (title: string, findings: Finding[]) =>
      findings.length === 0
        ? []
        : ['', `${title} (${findings.length}):`, ...findings.map((finding) => `  ${place(finding)}`)];
    return [
      'Imported:',
      ...tallies,
      ...(this.shiftedByDays === 0 ? [] : [`  dates moved by ${this.shiftedByDays} days`]),
      ...list('Refused', this.refused),
      ...list('Taken with changes', this.notes),
    ].join('\n');
  }
}

function place({ file, line, id, reason }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`}${id === undefined ? '' : ` ${id}`}: ${reason}`;
}
