import type { PeopleFile } from '@portico/server/features/people/peopleFile';
import type { Leavers, SavedPeople } from '@portico/server/sign-in/directory/savePeople';

/** Maximum number of entries that a list shows. */
const MAX_LISTED = 20;

/** What an import of people did, or would do in a dry run, as lines of text. */
export function describePeople(
  { rejected, unknownColumns }: PeopleFile,
  { added, updated, unchanged, leavers: left }: SavedPeople,
  { isDryRun, leavers }: { isDryRun: boolean; leavers: Leavers },
): string {
  const fate = leavers === 'lose' ? 'lost what the file gave them' : 'kept as they were';
  const lines = [
    ...(isDryRun ? ['Dry run: nothing was changed.'] : []),
    `People: ${added.length} added, ${updated.length} updated, ${unchanged} unchanged, ${rejected.length} rejected.`,
    ...(unknownColumns.length > 0 ? [`Ignored columns: ${unknownColumns.join(', ')}.`] : []),
    ...(left.length > 0 ? [`No longer in the file, ${fate}: ${left.length}.`, ...listed(left)] : []),
    ...(rejected.length > 0 ? ['Rejected:', ...listed(rejected.map(rejectionLabel))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const rejectionLabel = ({ line, reason }: PeopleFile['rejected'][number]): string => `line ${line}: ${reason}`;

function listed(entries: string[]): string[] {
  const more = entries.length - MAX_LISTED;
  return [...entries.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].map((entry) => `  ${entry}`);
}
