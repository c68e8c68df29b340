import { treeNames, type ItemContent } from '@portico/contracts/studio/draft';
import { copyComponent } from './copyComponent.ts';
import { newComponentId } from '@portico/kinds/contentBase';
import { walkDraft } from './tree/find.ts';

/** The trees of a draft with new ids for all components. Links between components point to the copies. */
export function copyTrees(
  { trees }: Pick<ItemContent, 'trees'>,
  newId: () => string = newComponentId,
): ItemContent['trees'] {
  const copies = Object.fromEntries(
    treeNames.map((name) => [name, trees[name].map((component) => copyComponent(component, newId))]),
  ) as ItemContent['trees'];
  const idsOf = (of: ItemContent['trees']) => [...walkDraft({ trees: of })].map(({ component }) => component.id);
  const copied = idsOf(copies);
  const targets = new Map(idsOf(trees).map((id, index) => [`#${id}`, `#${copied[index]}`]));
  return withTargets(copies, targets);
}

/** Replaces the addresses of links that point to one of the targets. */
export function withTargets<Data>(data: Data, targets: ReadonlyMap<string, string>): Data {
  if (Array.isArray(data)) return data.map((entry) => withTargets(entry, targets)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name === 'href' && typeof value === 'string' ? (targets.get(value) ?? value) : withTargets(value, targets),
    ]),
  ) as Data;
}
