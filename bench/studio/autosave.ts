import { randomUUID } from 'node:crypto';
import type { ContentComponent } from '@portico/kinds/content';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Change } from '@portico/contracts/studio/draft';
import type { changeStudioItem, StudioItem } from '@portico/contracts/studio/studio';
import { createRandom } from '../stage/random.ts';
import { paragraph } from '../search/words.ts';
import { timed, timesOf, type Times } from '../timing.ts';
import type { StudioServer } from './studioServer.ts';

export const COMPONENTS = 200;
const SAVES = 50;

export interface Autosave {
  /** JSON, before compression. */
  sentBytes: number;
  answeredBytes: number;
  itemBytes: number;
  times: Times;
  opening: Times;
}

/** A heading at every tenth place, and in between texts of three paragraphs of typical length. */
export function texts(): ContentComponent[] {
  const random = createRandom(7);
  const words = () => [{ type: 'text' as const, text: paragraph(random) }];
  return Array.from({ length: COMPONENTS }, (_, index): ContentComponent => {
    const id = `c${index}`;
    if (index % 10 === 0) return { id, type: 'Header', level: 2, text: `Part ${index / 10 + 1}` };
    const content = [1, 2, 3].map(() => ({ type: 'paragraph' as const, content: words() }));
    return { id, type: 'BodyText', body: { type: 'doc', content } };
  });
}

/** Repeatedly saves one more word in the middle of an item of 200 components, as the editor sends it. */
export async function measureAutosave(server: StudioServer): Promise<Autosave> {
  const [id, clientId] = [randomUUID(), randomUUID()];
  await server.post<StudioItem>('/items', { id, kind: 'news' });
  let base = 0;
  const save = async (changes: Change[]) => {
    const body = { clientId, batchId: randomUUID(), base, changes };
    const saved = await server.post<CallResult<typeof changeStudioItem>>(`/items/${id}/changes`, body);
    base = saved.answer.sequence;
    return saved;
  };
  const components = texts();
  await save(
    components.map((component, index): Change => {
      const after = components[index - 1]?.id ?? null;
      return { do: 'insert', component, place: { tree: 'components', parent: null, after } };
    }),
  );
  const edited = components[COMPONENTS / 2 + 1]!;
  if (edited.type !== 'BodyText') throw new Error('the middle of the item is not a text');
  const [first, ...others] = edited.body.content;
  let sent = { bytes: 0, sentBytes: 0 };
  const times: number[] = [];
  const opening: number[] = [];
  for (let turn = 1; turn <= SAVES; turn += 1) {
    const word = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: `Word ${turn}` }] };
    const component = { ...edited, body: { ...edited.body, content: [first!, word, ...others] } };
    times.push(await timed(async () => (sent = await save([{ do: 'set', component }]))));
    opening.push(await timed(() => server.get(`/items/${id}`)));
  }
  const { bytes: itemBytes } = await server.get(`/items/${id}`);
  const { sentBytes, bytes: answeredBytes } = sent;
  return { sentBytes, answeredBytes, itemBytes, times: timesOf(times), opening: timesOf(opening) };
}
