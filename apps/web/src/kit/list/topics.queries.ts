import type { TopicCount } from '@portico/contracts/categories';
import { listCategories, listDepartments } from '@portico/contracts/categories';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** Categories of everything the user may see. Without them a list just has fewer filters. */
export const categoriesQuery = () =>
  queryOptions({
    ...query(listCategories, {}),
    throwOnError: false,
  });

/** Departments of everything the user may see. Without them a list just has fewer filters. */
export const departmentsQuery = () =>
  queryOptions({
    ...query(listDepartments, {}),
    throwOnError: false,
  });

/** The topics of one kind of item, as options with counts. Active ones are always included. */
export function topicOptions(
  topics: readonly TopicCount[],
  kind: keyof TopicCount['counts'],
  inForce: readonly string[],
): { value: string; label: string; count: number }[] {
  const counts = new Map([
    ...inForce.map((name) => [name, 0] as const),
    ...topics.map(({ name, counts: own }) => [name, own[kind]] as const),
  ]);
  return [...counts]
    .filter(([name, count]) => count > 0 || inForce.includes(name))
    .map(([name, count]) => ({ value: name, label: name, count }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
