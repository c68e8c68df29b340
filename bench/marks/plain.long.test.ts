import { expect, onTestFinished, test } from 'vitest';
import { prepareServers } from './serverMarks.ts';

test('the plain server of npm run bench serves list, detail and search of the same news as the portal, but only with tokens', async () => {
  const stops: Array<() => Promise<void>> = [];
  onTestFinished(async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  });
  const { start, headers } = await prepareServers(
    200,
    () => {},
    (stop) => void stops.push(stop),
  );
  const [portal, plain] = [await start.portal(), await start.plain()];
  stops.push(portal.stop, plain.stop);
  const read = async (url: string) => (await fetch(url, { headers })).json() as Promise<Answer>;
  const list = await read(`${plain.url}/list`);
  expect(list.items).toHaveLength(10);
  expect(list.total).toBeGreaterThan(150);
  const { items } = await read(`${portal.url}/api/v1/news`);
  const detail = await read(`${plain.url}/detail/${items[0]!.id}`);
  expect(detail).toMatchObject({ id: items[0]!.id, title: items[0]!.header });
  expect((await read(`${plain.url}/search?term=custodian`)).items).toHaveLength(5);
  expect((await fetch(`${plain.url}/list`)).status).toBe(401);
});

interface Answer {
  items: Array<{ id: string; header: string }>;
  total: number;
}
