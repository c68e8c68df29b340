import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { PortalError } from '../../errors.ts';
import { ACCEPT_NO_ENCODING } from '../../http/outbound/encoding.ts';
import type { BucketAddress } from '../../settings/filesAddress.ts';

const CONNECT_TIMEOUT_MS = 3000;
/** Time limit of one attempt, until the response begins. */
const ANSWER_TIMEOUT_MS = 8000;
export const ATTEMPTS = 3;
/** A slow reader occupies a connection for as long as they read. */
const MAX_CONNECTIONS = 256;
const RETRY_AFTER_S = 10;

/** Credentials are taken from the standard variables, files and roles. */
export function createBucketClient({ endpoint, region, forcePathStyle }: BucketAddress): S3Client {
  const config: S3ClientConfig = {
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    // Not all S3-compatible stores support the newer checksums; the signature already covers the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  };
  if (endpoint !== undefined) config.endpoint = endpoint;
  if (region !== undefined) config.region = region;
  else if (endpoint !== undefined) config.region = 'us-east-1';
  const client = new S3Client(config);
  // After signing: some stores change this header on the way, which would break the signature.
  const addHeader =
    <Call extends object, Result>(next: (call: Call) => Promise<Result>) =>
    (call: Call) => {
      // The SDK's type is that of every step; after signing there is a request.
      Object.assign((call as unknown as { request: { headers: object } }).request.headers, ACCEPT_NO_ENCODING);
      return next(call);
    };
  client.middlewareStack.addRelativeTo(addHeader, {
    name: 'acceptNoEncoding',
    relation: 'after',
    toMiddleware: 'httpSigningMiddleware',
  });
  return client;
}

/** Makes a call to the bucket. Any failure except those in `expected` becomes `unavailable`, which is not our fault. */
export async function callBucket<Result>(
  call: () => Promise<Result>,
  expected: (error: unknown) => boolean = () => false,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PortalError || expected(error)) throw error;
    throw unavailable(error);
  }
}

export const unavailable = (cause: unknown): PortalError =>
  new PortalError('unavailable', 'Files can’t be opened or saved right now. Please try again in a moment.', {
    cause,
    retryAfter: RETRY_AFTER_S,
  });

const statusOf = (error: unknown): unknown =>
  (Object(error) as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** The object does not exist. A missing bucket is a different error. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/** A condition of the request was not met: the object already exists. */
export const isAlreadyStored = (error: unknown): boolean => statusOf(error) === 412;

/**
 * Another operation on the same key was in progress. The condition was not decided, so the object may or may not exist;
 * the whole upload has to be repeated. Source: Amazon S3, conditional writes.
 */
export const isConflict = (error: unknown): boolean => statusOf(error) === 409;

/** The store does not support this call. */
export const isUnknownCall = (error: unknown): boolean => statusOf(error) === 501;
