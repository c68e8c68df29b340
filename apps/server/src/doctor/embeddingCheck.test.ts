import { expect, test } from 'vitest';
import { checkEmbedding } from './embeddingCheck.ts';

const names: Record<string, string[]> = {
  'portal.hq.example': ['10.1.2.3'],
  'portal.example': ['8.8.8.8'],
  'crm.example': ['9.9.9.9', '2606:4700::1111'],
  'wiki.hq.example': ['192.168.7.7'],
};
const findings = (portal: string, ...hosts: string[]) =>
  checkEmbedding({ PUBLIC_URL: portal, EMBEDDING_ORIGINS: hosts }, async (host) => names[host] ?? []);

test('doctor warns that browsers ask before a public page uses a portal on a private network [OPS-463]', async () => {
  expect(await findings('https://portal.hq.example', 'https://crm.example', 'https://wiki.hq.example')).toEqual([
    expect.objectContaining({
      check: 'sidebar',
      status: 'warning',
      what: expect.stringMatching(/crm\.example.*portal\.hq/) as string,
    }),
  ]);
  expect(await findings('https://portal.hq.example', 'http://crm.example')).toEqual([
    expect.objectContaining({ advice: expect.stringContaining('https') as string }),
  ]);
});

test('doctor does not warn about pages and portals in the same kind of network, or names it cannot resolve [OPS-463]', async () => {
  expect(await findings('https://portal.example', 'https://crm.example', 'https://wiki.hq.example')).toEqual([]);
  expect(await findings('https://portal.hq.example', 'https://wiki.hq.example', 'https://gone.example')).toEqual([]);
  expect(await findings('https://portal.hq.example')).toEqual([]);
  expect(await findings('https://gone.example', 'https://crm.example')).toEqual([]);
});
