import type { Config } from '../config.ts';
import { parseFilesAddress } from '../settings/filesAddress.ts';
import { discoveryUrl } from '../sign-in/identityProvider.ts';

/** How a connection that starts unencrypted is upgraded; undefined if it starts with TLS. */
export type StartTls = 'postgres' | 'smtp' | 'nats' | undefined;

/** A server whose certificate the portal or its readers rely on. */
export interface TlsPeer {
  /** What it is for, in a word or two. */
  part: string;
  hostname: string;
  port: number;
  startTls: StartTls;
}

const SCHEMES: Record<string, { port: number; startTls?: StartTls }> = {
  'https:': { port: 443 },
  'postgres:': { port: 5432, startTls: 'postgres' },
  'postgresql:': { port: 5432, startTls: 'postgres' },
  'smtp:': { port: 587, startTls: 'smtp' },
  'smtps:': { port: 465 },
  'rediss:': { port: 6379 },
  'tls:': { port: 4222, startTls: 'nats' },
};

/** Every server in these settings that has a certificate, each once. Amazon's own buckets are not checked. */
export function tlsPeers(config: Config): TlsPeer[] {
  const urlsByPart: Array<[part: string, urls: Array<string | undefined>]> = [
    ['public address', [config.PUBLIC_URL]],
    ['identity provider', [discoveryUrl(config)]],
    ['database', [config.DATABASE_URL, ...config.DATABASE_READ_URLS].filter(usesTls)],
    ['file store', [config.FILES_URL, config.FILES_ALSO_URL].map(bucketUrl)],
    ['backups', [bucketUrl(config.BACKUP_URL)]],
    ['mail', [config.SMTP_URL]],
    ['live updates', [config.PUSH_URL]],
  ];
  const peers = urlsByPart.flatMap(([part, urls]) =>
    urls.flatMap((url) => (url === undefined ? [] : (peerOf(part, new URL(url)) ?? []))),
  );
  return peers.filter((peer, index) => peers.findIndex((other) => hostOf(other) === hostOf(peer)) === index);
}

/** `name:port`, as in labels and messages. */
export const hostOf = ({ hostname, port }: TlsPeer): string => `${hostname}:${port}`;

function peerOf(part: string, { protocol, hostname, port }: URL): TlsPeer | undefined {
  const scheme = SCHEMES[protocol];
  if (!scheme) return undefined;
  return {
    part,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? scheme.port : Number(port),
    startTls: scheme.startTls,
  };
}

/** As node-postgres reads it. */
function usesTls(url: string): boolean {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  return mode === null ? /^(?:true|1)$/.test(searchParams.get('ssl') ?? '') : mode !== 'disable';
}

function bucketUrl(address: string | undefined): string | undefined {
  const location = address === undefined ? undefined : parseFilesAddress(address);
  if (!location || 'folder' in location || location.endpoint === undefined) return undefined;
  const url = new URL(location.endpoint);
  if (!location.forcePathStyle) url.hostname = `${location.bucket}.${url.hostname}`;
  return url.href;
}
