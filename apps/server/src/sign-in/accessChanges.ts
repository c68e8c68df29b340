/** With more changed people than this, everyone counts as changed. */
const MAX_PEOPLE = 10_000;

/** Numbers the announced changes of people's access, to detect which cached rows are stale. */
export function createAccessChanges() {
  let latest = 0;
  let allChangedAt = 0;
  const changedAt = new Map<string, number>();
  const noteAll = () => {
    allChangedAt = latest += 1;
    changedAt.clear();
  };
  return {
    latest: () => latest,
    note(personId: string): void {
      changedAt.set(personId, (latest += 1));
      if (changedAt.size > MAX_PEOPLE) noteAll();
    },
    /** Call when announcements may have been missed. */
    noteAll,
    /** Whether the person's access may have changed after this number. */
    isAfter: (number: number, personId: string): boolean =>
      allChangedAt > number || (changedAt.get(personId) ?? 0) > number,
  };
}
