import type { CreatorInfo } from '@portico/contracts/content';

/** The department and the person that an item is from, but for names that are shown beside them anyway. */
export function AuthorFacts({
  item: { authorDepartment, creatorInfo },
  shown = [],
}: {
  item: { authorDepartment: string | null; creatorInfo: CreatorInfo };
  shown?: ReadonlyArray<string | null>;
}) {
  const names = new Set([authorDepartment, creatorInfo.name].filter((name) => name && !shown.includes(name)));
  return [...names].map((name) => <span key={name}>{name}</span>);
}
