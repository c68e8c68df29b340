const DEFAULT_PORT = 3310;

/** Where clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** Throws if the setting is not a valid address. */
export function parseClamdAddress(value: string): ClamdAddress {
  const url = URL.parse(value);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1)
    return { path: decodeURIComponent(url.pathname) };
  if (url?.protocol === 'tcp:' && url.hostname !== '' && ['', '/'].includes(url.pathname))
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || DEFAULT_PORT) };
  throw new Error('must be an address such as unix:///run/clamav/clamd.ctl or tcp://clamav:3310');
}
