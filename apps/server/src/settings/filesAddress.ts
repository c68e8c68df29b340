import { fileURLToPath } from 'node:url';

/** Where the objects of a bucket are stored, from an `s3://` address. */
export interface BucketAddress {
  bucket: string;
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
  /** The endpoint of an S3-compatible store other than Amazon's. */
  endpoint: string | undefined;
  region: string | undefined;
  /** Whether the bucket is in the path of requests instead of the host name. */
  forcePathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const OPTIONS = ['endpoint', 'region', 'forcePathStyle'];

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…`. Path style is the default if there is an endpoint.
 * Throws an Error whose message completes "NAME …"; credentials are not allowed here.
 */
export function parseBucketAddress(text: string): BucketAddress {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host))
    throw new Error('must name a bucket, such as s3://bucket/prefix?region=us-east-1');
  if (url.username !== '' || url.password !== '')
    throw new Error('must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const unknown = [...url.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new Error(`has the unknown option ${unknown}; the options are ${OPTIONS.join(', ')}`);
  const prefix = url.pathname
    .replace(/^\/+|\/+$/g, '')
    .replace(/$/, '/')
    .replace(/^\/$/, '');
  if (!PREFIX.test(prefix)) throw new Error('must have a prefix of letters, digits, dots, hyphens and slashes');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('must have an http or https address as its endpoint');
  const pathStyle = url.searchParams.get('forcePathStyle') ?? String(endpoint !== undefined);
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new Error('must have true or false as forcePathStyle');
  return {
    bucket: url.host,
    prefix,
    endpoint,
    region: url.searchParams.get('region') ?? undefined,
    forcePathStyle: pathStyle === 'true',
  };
}

/** Where files are stored: in a folder or in a bucket. */
export type FilesAddress = { folder: string } | BucketAddress;

/** Also parses `file:` addresses. Throws as `parseBucketAddress` does. */
export function parseFilesAddress(text: string): FilesAddress {
  if (text.startsWith('s3:')) return parseBucketAddress(text);
  const url = URL.parse(text);
  if (url?.protocol !== 'file:' || url.host !== '' || url.search !== '')
    throw new Error('must be an address such as s3://bucket/prefix or file:///path/to/a/folder');
  return { folder: fileURLToPath(url) };
}

/** Validates an address and returns it unchanged. */
export const filesUrl = (text: string): string => {
  parseFilesAddress(text);
  return text;
};
