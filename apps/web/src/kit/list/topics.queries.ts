import type { TopicCount } from '@portico/contracts/categories';
import { listCategories, listDepartments } from '@portico/contracts/categories';
import { queryOptions, useQuery } from '@tanstack/react-query';
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

export interface TopicOption {
  value: string;
  label: string;
  count: number;
}

/** Categories and departments, with the number of items that the reader may see and `countOf` says. */
export function useTopics(countOf: (topic: TopicCount) => number) {
  const categories = useQuery(categoriesQuery());
  const departments = useQuery(departmentsQuery());
  const counted = ({ data = [] }: { data: TopicCount[] | undefined }): TopicOption[] =>
    data.map((topic) => ({ value: topic.name, label: topic.name, count: countOf(topic) }));
  return {
    categories: counted(categories),
    departments: counted(departments),
    isLoading: categories.isLoading || departments.isLoading,
  };
}

/** Those that have items, by name. Active ones are always included. */
export function topicOptions(topics: readonly TopicOption[], active: readonly string[]): TopicOption[] {
  const byTopic = new Map([
    ...active.map((name) => [name, { value: name, label: name, count: 0 }] as const),
    ...topics.map((topic) => [topic.value, topic] as const),
  ]);
  return [...byTopic.values()]
    .filter(({ value, count }) => count > 0 || active.includes(value))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
