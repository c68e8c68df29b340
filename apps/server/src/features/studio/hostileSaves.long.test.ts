import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isStorable, type ComponentKind } from '@portico/kinds/content';
import { fieldNames } from '@portico/kinds/items';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { createStudioItem, getStudioItem, type StudioItem } from '@portico/contracts/studio/studio';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { hostileNames, hostileTexts, unsafeHrefs, unstorableTexts } from '@portico/testing/hostileTexts';
import { stringsIn, withOwnId, withValue, type Path } from '@portico/testing/strings';
import sharp from 'sharp';
import { storePictures } from '../../testing/files/storePictures.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const portal = sharedPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const edda = () => portal().as('edda');
/** The id of a single tab, whose changes never conflict with each other. */
const CLIENT = randomUUID();

const kinds = Object.keys(oneOfEachKind) as ComponentKind[];
const pathsOf = (kind: ComponentKind): Path[] => stringsIn(oneOfEachKind[kind]).filter((path) => path[0] !== 'id');
const isHref = (path: Path) => path.at(-1) === 'href';

async function start(kind: StudioItem['kind'] = 'news'): Promise<string> {
  await storePictures(portal().parts.db, oneOfEachKind);
  const { id } = await edda().call(createStudioItem, { body: { id: randomUUID(), kind } });
  return id;
}

async function save(itemId: string, changes: unknown[]): Promise<number> {
  const { statusCode, body } = await portal().portal.inject({
    method: 'POST',
    url: `/api/v1/studio/items/${itemId}/changes`,
    headers: { ...(await edda().headers()), 'content-type': 'application/json' },
    payload: JSON.stringify({ clientId: CLIENT, batchId: randomUUID(), base: 0, changes }),
  });
  expect(statusCode, body.slice(0, 500)).toBeLessThan(500);
  return statusCode;
}

const insert = (component: object, id: string) => ({
  do: 'insert',
  component: { ...component, id },
  place: { tree: 'components', parent: null, after: null },
});
const draftOf = async (itemId: string) => (await edda().call(getStudioItem, { params: { itemId } })).draft;

describe('hostile text saved in the studio', () => {
  test.each(kinds)('is returned unchanged from every text of a %s, or rejected [STUDIO-076, X1, D1]', async (kind) => {
    const itemId = await start();
    const sent = new Map<string, object>();
    for (const path of pathsOf(kind).filter((path) => !isHref(path))) {
      const all = hostileTexts.map((text, n) => {
        const id = `${path.join('-')}-${n}`.slice(0, 60);
        return insert(withOwnId(withValue(oneOfEachKind[kind], path, text), id), id);
      });
      // Other texts, such as a choice from a list, accept none of them.
      if ((await save(itemId, all)) === 200) for (const { component } of all) sent.set(component.id, component);
      else expect(await save(itemId, [all[0]])).toBe(400);
    }
    const stored = (await draftOf(itemId)).trees.components;
    expect(stored).toHaveLength(sent.size);
    for (const component of stored) expect(component).toEqual(sent.get(component.id));
  });

  test('is never accepted as the address of a link [STUDIO-076, X2]', async () => {
    const itemId = await start();
    const paths = kinds.flatMap((kind) =>
      stringsIn(oneOfEachKind[kind])
        .filter(isHref)
        .map((path) => ({ kind, path })),
    );
    expect(paths.length).toBeGreaterThan(7);
    for (const { kind, path } of paths)
      for (const href of unsafeHrefs.filter((address) => address !== ''))
        expect(await save(itemId, [insert(withValue(oneOfEachKind[kind], path, href), 'a')]), `${kind} ${href}`).toBe(
          400,
        );
    expect((await draftOf(itemId)).trees.components).toEqual([]);
  });

  test('is rejected if the database cannot store it [STUDIO-076, D1]', async () => {
    const itemId = await start();
    for (const kind of kinds)
      for (const [n, path] of pathsOf(kind).entries()) {
        const text = unstorableTexts[n % unstorableTexts.length];
        expect(await save(itemId, [insert(withValue(oneOfEachKind[kind], path, text), 'a')]), path.join('.')).toBe(400);
      }
    for (const name of fieldNames)
      for (const text of unstorableTexts) {
        for (const value of [text, [text], { text }])
          expect(await save(itemId, [{ do: 'field', name, value }])).toBe(400);
      }
    expect((await draftOf(itemId)).trees.components).toEqual([]);
  });

  test('is stored unchanged or rejected in any field of an item [STUDIO-076, X6, D1]', async () => {
    const link = { text: 'x', href: '' };
    const banner = { id: 'b', kind: 'Warning', title: 'x', text: 'x', link };
    const texts = [...hostileTexts, ...unsafeHrefs].filter(isStorable);
    const itemId = await start('event');
    for (const name of fieldNames)
      for (const shape of [(text: string) => text, (text: string) => [text], (text: string) => ({ text })]) {
        const all = texts.map((text) => ({ do: 'field', name, value: shape(text) }));
        if ((await save(itemId, all)) === 200) expect((await draftOf(itemId)).fields[name]).toEqual(all.at(-1)!.value);
        // Other fields, such as dates, accept none of them.
        else expect(await save(itemId, [all[0]])).toBe(400);
      }
    for (const href of unsafeHrefs) {
      const value = { ...banner, link: { ...link, href } };
      expect(await save(itemId, [{ do: 'field', name: 'notificationBanner', value }]), href).toBe(400);
    }
  });

  test('cannot pollute server objects when used as a property name or a kind [STUDIO-076, D10]', async () => {
    const itemId = await start();
    for (const name of hostileNames) {
      const component = JSON.parse(`{"type":"Header","level":2,"text":"x","${name}":{"polluted":1}}`) as object;
      await save(itemId, [insert(component, `own-${name}`)]);
      await save(itemId, [insert({ type: name }, `type-${name}`)]);
      await save(itemId, [insert(oneOfEachKind.Header, name), { do: 'remove', id: name }]);
      await save(itemId, [{ do: 'field', name, value: 'x' }]);
      await save(itemId, [{ do: name, id: 'x' }]);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await draftOf(itemId);
  });
});

describe('hostile files uploaded in the studio', () => {
  const upload = async (path: string, bytes: Buffer, encodedName: string) => {
    const answer = await portal().portal.inject({
      method: 'POST',
      url: path,
      payload: bytes,
      headers: { ...(await edda().headers()), 'content-type': 'application/octet-stream', 'x-file-name': encodedName },
    });
    expect(answer.statusCode, `${encodedName}: ${answer.body}`).toBeLessThan(500);
    return answer;
  };
  const names = [
    ...hostileTexts.map(encodeURIComponent),
    'nul%00.png',
    '%00',
    '..%2F..%2Fetc%2Fpasswd.txt',
    '%E2%80%AEgnp.exe',
    'a.png.exe',
    'a%0D%0ASet-Cookie:%20ran=1.txt',
    '%ED%A0%80.png',
    '%',
    'con.txt',
    '.htaccess',
  ];

  test('get harmless names, or are rejected [STUDIO-076, U1, U5]', async () => {
    for (const [n, name] of names.entries()) {
      const color = { r: n, g: 0, b: 0 };
      const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
        .png()
        .toBuffer();
      await upload(studioPicturesPath, picture, name);
      const file = await upload(studioFilesPath, Buffer.from(`Text ${n}`), `${name}.txt`);
      if (file.statusCode === 200)
        expect(file.json<{ fileName: string }>().fileName).not.toMatch(
          /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/,
        );
    }
  });

  test('are rejected if they are SVG or contain scripts, whatever their name [STUDIO-076, U1, U3]', async () => {
    const drawings = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script></svg>',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      '<!doctype html><script>window.ran=1</script>',
      'GIF89a/*<script>window.ran=1</script>*/',
    ];
    for (const drawing of drawings) {
      for (const name of ['x.png', 'x.svg', 'x.jpg', 'x'])
        expect((await upload(studioPicturesPath, Buffer.from(drawing), name)).statusCode).not.toBe(200);
      for (const name of ['x.pdf', 'x.svg', 'x.html', 'x.docx'])
        expect((await upload(studioFilesPath, Buffer.from(drawing), name)).statusCode, name).not.toBe(200);
    }
  });
});
