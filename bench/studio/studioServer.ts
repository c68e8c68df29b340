import { startSearchServer } from '../search/searchDatabase.ts';

/** The real server, called by an administrator of the studio. */
export interface StudioServer {
  get<Answer>(path: string): Promise<{ answer: Answer; bytes: number }>;
  post<Answer>(path: string, body: unknown): Promise<{ answer: Answer; bytes: number; sentBytes: number }>;
}

type OnStop = (stop: () => Promise<void>) => void;

export async function startStudioServer(
  database: { url: string; folder: string },
  onStop: OnStop,
): Promise<StudioServer> {
  const { portalUrl, headers } = await startSearchServer(database, onStop);
  const signedIn = await headers({ 'custom:roles': ['editor'] });
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${portalUrl}/api/v1/studio${path}`, {
      ...init,
      headers: { ...signedIn, ...(init.body != null && { 'content-type': 'application/json' }) },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    return { text, bytes: Buffer.byteLength(text) };
  };
  return {
    async get<Answer>(path: string) {
      const { text, bytes } = await call(path);
      return { answer: JSON.parse(text) as Answer, bytes };
    },
    async post<Answer>(path: string, body: unknown) {
      const sent = JSON.stringify(body);
      const { text, bytes } = await call(path, { method: 'POST', body: sent });
      return { answer: JSON.parse(text) as Answer, bytes, sentBytes: Buffer.byteLength(sent) };
    },
  };
}
