import { expect, test } from 'vitest';
import { listSettingsInForce } from '@portico/contracts/admin/settings';
import { settings } from '../../settings/settings.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const METRICS_TOKEN = 'a token that nobody may read';
const shared = sharedPortal({
  env: { METRICS_TOKEN, IMAGE_ORIGINS: 'https://a.test https://b.test', PRODUCT_NAME: 'Bank' },
});

test('every setting is listed with its value, and no secret leaves the server [OPS-005]', async () => {
  const { items } = await shared().as('adam').call(listSettingsInForce, {});
  expect(items.map(({ name }) => name)).toEqual(Object.keys(settings));
  const named = (name: string) => items.find((item) => item.name === name);
  expect(named('PRODUCT_NAME')).toMatchObject({ origin: 'set', value: 'Bank', isSecret: false });
  expect(named('IMAGE_ORIGINS')).toMatchObject({ origin: 'set', value: 'https://a.test, https://b.test' });
  expect(named('DATABASE_POOL_SIZE')).toMatchObject({ origin: 'default', value: '10' });
  expect(named('PUBLIC_URL')).toMatchObject({ origin: 'default', value: 'http://localhost:3000' });
  expect(named('MAIL_FROM')).toMatchObject({ origin: 'default', value: 'no-reply@localhost' });
  expect(named('METRICS_TOKEN')).toMatchObject({ origin: 'set', value: null, isSecret: true });
  expect(named('ACCOUNT_SECRET')).toMatchObject({ origin: 'unset', value: null, isSecret: true });
  const text = JSON.stringify(items);
  for (const secret of [METRICS_TOKEN, shared().parts.config.DATABASE_URL]) expect(text).not.toContain(secret);
});
