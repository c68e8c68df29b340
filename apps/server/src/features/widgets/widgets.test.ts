import { expect, test } from 'vitest';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { getCurrentUser } from '@portico/contracts/users';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

const todoOnly = [{ id: 'tasks', kind: 'Todo' as const, title: 'My tasks' }];

test('the published dashboard determines which widgets are shown, and without a list they are the defaults [WIDGET-001]', async () => {
  const { as, make } = await testPortal();
  const seen = async (name: string) => (await as(name).call(getWidgets, {})).widgets;
  expect(await seen('ana')).toEqual(defaultWidgets);
  await make.home({});
  expect(await seen('ana')).toEqual(defaultWidgets);
  await make.home({ widgets: todoOnly });
  await make.home({ widgets: [], audience: ['AdvisorCorporate'] });
  await make.home({ widgets: [], isDraft: true });
  expect([await seen('ana'), await seen('cora')]).toEqual([todoOnly, []]);
});

test("an editor previews the draft's widgets; others get 404 [WIDGET-001, A4]", async () => {
  const { as, make } = await testPortal();
  expect((await as('edda').call(previewWidgets, {})).widgets).toEqual(defaultWidgets);
  await make.home({ widgets: todoOnly });
  expect((await as('edda').call(previewWidgets, {})).widgets).toEqual(todoOnly);
  await make.home({ widgets: [], isDraft: true });
  expect((await as('edda').call(previewWidgets, {})).widgets).toEqual([]);
  expect(await as('ana').fail(previewWidgets, {})).toMatchObject({ status: 404, code: 'not_found' });
});

test('a dashboard that is started in the studio has the default widgets [STUDIO-412]', async () => {
  const { as } = await testPortal();
  const { write, publish } = studioActions(() => as('edda'));
  await as('ana').call(getCurrentUser, {});
  await publish(await write('Dashboard', [], 'home'));
  expect((await as('ana').call(getWidgets, {})).widgets).toEqual(defaultWidgets);
});

test('unknown or repeated widgets are rejected', async () => {
  const { make } = await testPortal();
  for (const widgets of [
    [{ id: 'x', kind: 'Weather', title: 'Weather' }],
    [...todoOnly, ...todoOnly],
    [{ id: 'a b', kind: 'Todo', title: 'T' }],
    'all',
  ])
    await expect(make.home({ widgets: widgets as never })).rejects.toMatchObject({ code: 'invalid_input' });
});
