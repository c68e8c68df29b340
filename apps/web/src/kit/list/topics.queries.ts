import type { CategoryCount, TopicCount } from '@portico/contracts/categories';
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

/** Categories and departments, with the number of items that the reader may see and `countOf` says. */
export function useTopics(countOf: (topic: TopicCount) => number) {
  const categories = useQuery(categoriesQuery());
  const departments = useQuery(departmentsQuery());
  const counted = ({ data = [] }: { data: TopicCount[] | undefined }): CategoryCount[] =>
    data.map((topic) => ({ ...topic, count: countOf(topic) }));
  return {
    categories: counted(categories),
    departments: counted(departments),
    isLoading: categories.isLoading || departments.isLoading,
  };
}
