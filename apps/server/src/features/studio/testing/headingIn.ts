import type { ItemContent } from '@portico/contracts/studio/draft';

/** The text of the heading with which a draft begins; empty if it begins with something else. */
export function headingIn({ trees }: ItemContent): string {
  const [first] = trees.components;
  return first?.type === 'Header' ? first.text : '';
}
