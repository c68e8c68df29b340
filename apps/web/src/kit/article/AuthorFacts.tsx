import type { CreatorInfo } from '@portico/kinds/itemParts';

/** The author department and the creator of an item, except for names already shown next to them. */
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
