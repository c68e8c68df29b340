import type { CallResult } from '@portico/contracts/endpoint';
import type { listStudioItems } from '@portico/contracts/studio/studio';
import { timed, timesOf, type Times } from '../timing.ts';
import type { StudioServer } from './studioServer.ts';

const WARM_UP = 5;
const orders = ['Updated', 'Title', 'Published'];
const filters: Record<string, string> = {
  all: '',
  news: 'kind=news',
  documents: 'kind=document',
  published: 'state=Published',
  scheduled: 'state=Scheduled',
  expired: 'state=Expired',
  drafts: 'state=Draft',
  'in review': 'state=InReview',
  'with changes': 'changed=true',
  'by a word': 'text=market',
  'published news by a word': 'kind=news&state=Published&text=market',
};

export interface ListCall {
  name: string;
  total: number;
  times: Times;
}

/** Measures every filter in every order, and the last page, with sequential calls. */
export async function measureList(server: StudioServer, asked: number): Promise<ListCall[]> {
  const calls: ListCall[] = [];
  const measure = async (name: string, query: string): Promise<number> => {
    const path = `/items?${query}`;
    const { answer } = await server.get<CallResult<typeof listStudioItems>>(path);
    const times: number[] = [];
    for (let turn = -WARM_UP; turn < asked; turn += 1) {
      const ms = await timed(() => server.get(path));
      if (turn >= 0) times.push(ms);
    }
    calls.push({ name, total: answer.total, times: timesOf(times) });
    return Math.ceil(answer.total / answer.pageSize);
  };
  for (const order of orders)
    for (const [name, filter] of Object.entries(filters)) {
      const pages = await measure(`${name}, ${order}`, `sort=${order}&${filter}`);
      if (name === 'all') await measure(`${name}, ${order}, last page`, `sort=${order}&page=${pages}`);
    }
  return calls;
}
