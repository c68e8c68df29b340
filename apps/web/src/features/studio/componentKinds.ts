import { forms } from '@portico/kinds/componentForms';
import type { ComponentKind } from '@portico/kinds/content';
import { menuGroups, type AnyDescription, type MenuGroup } from '@portico/kinds/properties/form';

/** The properties of a kind in form order. Their types are checked where each kind describes them. */
export const propertiesOf = (kind: ComponentKind) =>
  forms[kind].properties as unknown as Record<string, AnyDescription>;

/** The labels along the path to a property, such as `images.0.title`; undefined if no part of it is in the form. */
export function propertyLabel(kind: ComponentKind, path: string): string | undefined {
  let described: Record<string, AnyDescription> | undefined = propertiesOf(kind);
  const labels: string[] = [];
  for (const name of path.split('.')) {
    const found: AnyDescription | undefined = described?.[name];
    if (found?.label === undefined) continue;
    labels.push(found.label);
    described = found.properties;
  }
  return labels.length === 0 ? undefined : labels.join(' › ');
}

/** The kinds of components that a page can have, grouped and ordered as in the insert menu. */
export const insertGroups = (Object.keys(menuGroups) as MenuGroup[]).map((group) => ({
  name: menuGroups[group],
  kinds: (Object.keys(forms) as ComponentKind[])
    .flatMap((kind) => {
      const { menu } = forms[kind];
      return menu?.group === group ? [{ kind, position: menu.position }] : [];
    })
    .sort((a, b) => a.position - b.position)
    .map(({ kind }) => kind),
}));

/** Display name of a kind of component. */
export const componentLabel = (kind: ComponentKind): string => forms[kind].label;

/** The purpose of a kind of component, in a few words. */
export const componentHelp = (kind: ComponentKind): string => forms[kind].help;
