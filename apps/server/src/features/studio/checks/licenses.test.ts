import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Change } from '@portico/contracts/studio/draft';
import { changeMedia, checkLicenses, getMedia } from '@portico/contracts/studio/media';
import { publishStudioItem } from '@portico/contracts/studio/studio';
import { listCheckRules, saveCheckRules, type CheckLevel } from '@portico/contracts/studio/studioChecks';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { libraryUploads } from '../mediaDesk/testing/libraryUploads.ts';

/* Edda is an editor of all departments, and Eve one of Operations. */
const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, open, publish } = studioActions(() => as('edda'));
const { picture, file } = libraryUploads(portal);

const field = (name: 'image' | 'file', value: unknown): Change => ({ do: 'field', name, value }) as Change;
const rule = (level: CheckLevel) =>
  as('edda').call(saveCheckRules, { body: { items: [{ check: 'NoLicense', level }] } });

async function describe(mediaId: string, details: { license: string; source: string }) {
  const { entry } = await as('edda').call(getMedia, { params: { mediaId } });
  const { name, alt, credit, labels, version } = entry;
  const entries = [{ id: mediaId, version, name, alt, credit, labels, ...details }];
  await as('edda').call(changeMedia, { body: { entries } });
}

test('an item whose picture or file has no license or source can’t be published if an administrator requires them [DESK-107]', async () => {
  const [lunch, fees] = [await picture('Lunch.png'), await file('Fees.txt', 'Licensed fees')];
  const news = await write('With a picture', [field('image', { ...lunch, alt: 'Lunch' })]);
  const document = await write('With a file', [field('file', fees)], 'document');
  const refused = async (itemId: string) => {
    const { version, sequence } = await open(itemId);
    return as('edda').failWith(publishStudioItem, { params: { itemId }, body: { version, sequence } });
  };
  await rule('Block');
  expect(await refused(news)).toMatchObject({
    status: 400,
    issues: [{ path: 'field:image', message: 'Does not pass the check NoLicense' }],
  });
  expect(await refused(document)).toMatchObject({ status: 400, issues: [{ path: 'field:file' }] });
  await describe(lunch.id, { license: 'CC BY 4.0', source: '' });
  expect(await refused(news)).toMatchObject({ status: 400 });
  await describe(lunch.id, { license: 'CC BY 4.0', source: 'Acme' });
  await publish(news);
  await rule('Off');
  await publish(document);
  const { items } = await as('edda').call(listCheckRules, {});
  expect(items).toContainEqual({ check: 'NoLicense', level: 'Off' });
  const off = { items: [{ check: 'DeadLink' as const, level: 'Off' as const }] };
  expect(await as('edda').failWith(saveCheckRules, { body: off })).toMatchObject({ status: 400 });
});

test('a person learns about licenses only of what they may use [DESK-107]', async () => {
  const [own, other] = [await picture('Own.png', 'eve'), await picture('Other.png')];
  const body = { ids: [own.id, other.id, randomUUID()] };
  expect(await as('eve').call(checkLicenses, { body })).toEqual({ unlicensed: [own.id] });
  expect((await as('edda').call(checkLicenses, { body })).unlicensed.sort()).toEqual([own.id, other.id].sort());
  await describe(own.id, { license: 'Ours', source: 'Eve' });
  expect(await as('eve').call(checkLicenses, { body })).toEqual({ unlicensed: [] });
});
