import { forms } from '@portico/kinds/componentForms';
import type { ComponentKind } from '@portico/kinds/content';
import { menuGroups, type AnyDescription, type MenuGroup } from '@portico/kinds/properties/form';

/** The properties of a kind in form order. Their types are checked where each kind describes them. */
export const propertiesOf = (kind: ComponentKind) =>
  forms[kind].properties as unknown as Record<string, AnyDescription>;

/**
 * What the form says about the property at a path, such as `images.0.title`: the labels along the path, if any part of
 * it is in the form, and the labels of its choices.
 */
export function describedAt(
  kind: ComponentKind,
  path: string,
): { label?: string; options?: Record<string, string> | undefined } {
  let described: Record<string, AnyDescription> | undefined = propertiesOf(kind);
  let options: Record<string, string> | undefined;
  const labels: string[] = [];
  for (const name of path.split('.')) {
    const found: AnyDescription | undefined = described?.[name];
    if (found?.label === undefined) continue;
    labels.push(found.label);
    described = found.properties;
    options = found.options;
  }
  return labels.length === 0 ? {} : { label: labels.join(' › '), options };
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
