import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { PortalError } from '../../errors.ts';
import type { BucketAddress } from '../../settings/filesAddress.ts';

const CONNECT_TIMEOUT_MS = 3000;
/** Of one attempt, until the answer begins. */
const ANSWER_TIMEOUT_MS = 8000;
const ATTEMPTS = 3;
/** A slow reader keeps a connection for as long as they read. */
const MAX_CONNECTIONS = 256;
const RETRY_AFTER_S = 10;

/** Credentials come from the standard variables, files and roles. */
export function createBucketClient({ endpoint, region, forcePathStyle }: BucketAddress): S3Client {
  const config: S3ClientConfig = {
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    // Other stores than Amazon's do not all know the newer checksums; the signature covers what is sent.
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
  return new S3Client(config);
}

/** Runs calls of the bucket. Any failure but those in `expected` becomes `unavailable`, which is not our fault. */
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
  new PortalError('unavailable', 'Files cannot be read or stored right now. Please try again in a moment.', {
    cause,
    retryAfter: RETRY_AFTER_S,
  });

const statusOf = (error: unknown): unknown =>
  (Object(error) as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** There is no such object. A missing bucket is something else. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/** A condition of the request did not hold: the object is there already. */
export const isPresent = (error: unknown): boolean => statusOf(error) === 412;

/** The store does not know this call. */
export const isUnknownCall = (error: unknown): boolean => statusOf(error) === 501;
