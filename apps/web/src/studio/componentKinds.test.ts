import { forms } from '@portico/kinds/componentForms';
import type { ComponentKind } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { insertGroups } from './componentKinds.ts';

test('the insert menu offers every kind of component that pages show, each once [COMP-029]', () => {
  const offered = insertGroups.flatMap(({ kinds }) => kinds);
  const shown = (Object.keys(forms) as ComponentKind[]).filter((kind) => forms[kind].menu !== null);
  expect(offered.toSorted()).toEqual(shown.toSorted());
});

test('no two kinds of components have the same place in the insert menu [COMP-029]', () => {
  const positions = Object.values(forms).flatMap(({ menu, label }) =>
    menu === null ? [] : [{ label, position: `${menu.group} ${menu.position}` }],
  );
  expect([...Map.groupBy(positions, ({ position }) => position).values()].filter((same) => same.length > 1)).toEqual(
    [],
  );
});
