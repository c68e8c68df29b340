import type { SectionRelation } from './matchSections.ts';

interface ChangeSince {
  relation: SectionRelation;
  /** The labels of the changes through which it went on the way. */
  labels: ReadonlySet<string>;
}

/** What happened to sections from one version to the next one. `labelOf` gives a change its label, if it matters. */
export interface Step {
  relations: readonly SectionRelation[];
  labelOf: (relation: SectionRelation) => string | undefined;
}

/**
 * How the sections of the last version differ from those of the first one (`direct`), each with the labels of all
 * changes in between that concerned it. What was changed and changed back is no difference.
 */
export function changesSince(steps: readonly Step[], direct: readonly SectionRelation[]): ChangeSince[] {
  /** For each section of the version at hand: the sections of the first one that became it, and its labels. */
  let origins: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  let labels: ReadonlyMap<number, ReadonlySet<string>> = new Map();
  const lost = new Map<number, Set<string>>();
  for (const { relations, labelOf } of steps) {
    const nextOrigins = new Map<number, ReadonlySet<number>>();
    const nextLabels = new Map<number, ReadonlySet<string>>();
    for (const relation of relations) {
      const { kind, before, after } = relation;
      const own = kind === 'Same' ? undefined : labelOf(relation);
      const all = new Set([
        ...before.flatMap((index) => [...(labels.get(index) ?? [])]),
        ...(own === undefined ? [] : [own]),
      ]);
      const from = new Set(before.flatMap((index) => (origins ? [...(origins.get(index) ?? [])] : [index])));
      for (const index of after) {
        nextOrigins.set(index, from);
        nextLabels.set(index, all);
      }
      if (after.length === 0) for (const index of from) lost.set(index, new Set([...(lost.get(index) ?? []), ...all]));
    }
    origins = nextOrigins;
    labels = nextLabels;
  }
  return direct
    .filter(({ kind }) => kind !== 'Same')
    .map((relation) => ({
      relation,
      labels: new Set([
        ...relation.after.flatMap((index) => [...(labels.get(index) ?? [])]),
        ...relation.before.flatMap((index) => [...(lost.get(index) ?? [])]),
      ]),
    }));
}
