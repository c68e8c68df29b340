import type { CategoryCount } from '@portico/contracts/categories';

export interface TopicOption {
  /** The name in the address: a former one if the address has it, so that old addresses go on working. */
  value: string;
  label: string;
  count: number;
}

/** Categories or departments as choices of a filter whose values are `active`. */
export const currentOptions = (topics: readonly CategoryCount[], active: readonly string[]): TopicOption[] =>
  topics.map(({ name, count, formerNames = [] }) => ({
    value: active.find((each) => formerNames.includes(each)) ?? name,
    label: name,
    count,
  }));

/** Those that have items, by name. Active ones are always included. */
export function topicOptions(topics: readonly CategoryCount[], active: readonly string[]): TopicOption[] {
  const options = currentOptions(topics, active);
  const byTopic = new Map([
    ...active.map((name) => [name, { value: name, label: name, count: 0 }] as const),
    ...options.map((topic) => [topic.value, topic] as const),
  ]);
  return [...byTopic.values()]
    .filter(({ value, count }) => count > 0 || active.includes(value))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** The current names of active former ones, as `FilterBar` shows them. */
export const formerLabels = (topics: readonly CategoryCount[], active: readonly string[]): Record<string, string> =>
  Object.fromEntries(currentOptions(topics, active).map(({ value, label }) => [value, label]));
