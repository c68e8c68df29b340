import { MAX_ACTIVE_TASKS } from '@portico/contracts/todo';
import { startTestIssuer, type TestIssuer } from '@portico/server/testing/testIssuer';
import { builtPortal } from '../stage/builtPortal.ts';
import { startChildServer, type ChildServer } from '../stage/childServer.ts';
import { portalSettings } from '../stage/portalSettings.ts';
import type { Side } from './pair.ts';
import { postgresPidIn } from './processes.ts';

export type ServerName = 'portal' | 'plain' | 'floor';

type OnStop = (stop: () => Promise<void>) => void;
type Headers = Record<string, string>;

/** The servers on one database, ready to be started, and the people who call them. */
export interface MeasuredServers {
  databaseUrl: string;
  postgresPid: number;
  issuer: TestIssuer;
  headersOf(claims: { sub: string } & Record<string, unknown>): Promise<Headers>;
  start(server: ServerName): Promise<ChildServer>;
}

/** V8's own choices instead of the small heap that the portal's arguments ask for; the last argument counts. */
const FLOOR_ARGUMENTS = ['--max-semi-space-size=32', '--heap-growing-percent=0'];
/** More than one person can send in a minute; the limit itself stays on. */
const RATE_LIMIT = 10_000_000;

/**
 * The portal runs as in production: the bundle with jobs, the rate limit and the guard against overload. Its search
 * index must already be filled, or it would fill it while it is measured.
 */
export async function measuredServers(
  database: { url: string; folder: string },
  log: (step: string) => void,
  onStop: OnStop,
): Promise<MeasuredServers> {
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const shared = { DATABASE_URL: database.url, OIDC_ISSUER: issuer.issuer };
  const programs = {
    portal: {
      script: await builtPortal(log),
      env: {
        ...portalSettings(database, issuer.issuer),
        RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT),
        LOG_LEVEL: 'info',
      },
    },
    plain: {
      script: import.meta.resolve('./plainServer.ts'),
      env: { ...shared, MAX_ACTIVE_TASKS: String(MAX_ACTIVE_TASKS) },
    },
    floor: { script: import.meta.resolve('./floorServer.ts'), env: shared },
  };
  return {
    databaseUrl: database.url,
    postgresPid: postgresPidIn(database.folder),
    issuer,
    async headersOf(claims) {
      const { idToken, accessToken } = await issuer.tokens(claims);
      return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    },
    start: (server) =>
      startChildServer(programs[server].script, programs[server].env, server === 'floor' ? FLOOR_ARGUMENTS : []),
  };
}

/** A started server as one side of a comparison. */
export const sideOf = (
  { url, pid }: ChildServer,
  { postgresPid }: Pick<MeasuredServers, 'postgresPid'>,
  headers: Headers,
): Side => ({ url, pid, postgresPid, headers });
