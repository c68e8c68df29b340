import { createHash, hash, randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ATTEMPTS, callBucket, isAlreadyStored, isConflict, isMissing, isUnknownCall } from './bucketClient.ts';
import type { StagedFile } from './localStage.ts';

/** How much of an upload is in memory at a time. Stores require at least 5 MB per part, and at most 10,000 parts. */
export const PART_BYTES = 8 * 1024 * 1024;

/** For one attempt, in which 8 MB are sent; assembling the parts also takes a store a while. */
const SLOW_CALL = { requestTimeout: 30_000 };

/** The pause before a repeated upload, extended by chance so that two uploads of one key do not collide again. */
const CONFLICT_PAUSE_MS = 200;

interface Target {
  client: S3Client;
  Bucket: string;
  Key: string;
}

/**
 * Clients whose store rejects conditional requests, such as OpenStack Swift; for those, check for the object before
 * storing it.
 */
const withoutConditions = new WeakSet<S3Client>();

/**
 * Stores a staged file unless the key already has an object. Its digest is stored as metadata, and each request is
 * signed with the digest of its body. A large file is sent in parts, which are removed if one fails.
 */
export async function uploadObject(target: Target, staged: StagedFile): Promise<void> {
  const upload = uploadUntilDecided(staged.size <= PART_BYTES ? uploadWhole : uploadInParts);
  const isConditional = !withoutConditions.has(target.client);
  if (!isConditional && (await callBucket(() => exists(target)))) return;
  const isExpected = (error: unknown) => isAlreadyStored(error) || (isConditional && isUnknownCall(error));
  try {
    await callBucket(() => upload(target, staged), isExpected);
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (isAlreadyStored(error)) return;
    withoutConditions.add(target.client);
    await uploadObject(target, staged);
  }
}

/** The SDK does not repeat conflicts itself, and of a multipart upload every part has to be sent again. */
const uploadUntilDecided =
  (upload: typeof uploadWhole) =>
  async (target: Target, staged: StagedFile): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await upload(target, staged);
        return;
      } catch (error) {
        if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      }
      await sleep(CONFLICT_PAUSE_MS * attempt + randomInt(CONFLICT_PAUSE_MS));
    }
  };

const exists = ({ client, ...object }: Target): Promise<boolean> =>
  client.send(new HeadObjectCommand(object)).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

const condition = (client: S3Client) => (withoutConditions.has(client) ? {} : { IfNoneMatch: '*' });

async function uploadWhole({ client, ...object }: Target, staged: StagedFile): Promise<void> {
  const Body = assertWhole(await staged.read(0, staged.size), staged.size);
  const Metadata = { sha256: hash('sha256', Body) };
  await client.send(new PutObjectCommand({ ...object, Body, Metadata, ...condition(client) }), SLOW_CALL);
}

async function uploadInParts({ client, ...object }: Target, staged: StagedFile): Promise<void> {
  const Metadata = { sha256: await digestOf(staged) };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, Metadata }));
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(staged)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }), SLOW_CALL);
      Parts.push({ ETag, PartNumber });
    }
    const input = { ...object, UploadId, MultipartUpload: { Parts }, ...condition(client) };
    await client.send(new CompleteMultipartUploadCommand(input), SLOW_CALL);
  } catch (error) {
    // If this fails, clearStage removes the parts later.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The parts of a file one after another, in the same buffer: each is valid until the next one is requested. */
async function* partsOf({ path, size }: StagedFile): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(PART_BYTES);
  const file = await open(path, 'r');
  try {
    for (let position = 0; position < size; position += PART_BYTES) {
      const length = Math.min(PART_BYTES, size - position);
      const { bytesRead } = await file.read({ buffer, length, position });
      yield assertWhole(buffer.subarray(0, bytesRead), length);
    }
  } finally {
    await file.close();
  }
}

function assertWhole(read: Buffer, length: number): Buffer {
  if (read.length !== length) throw new Error(`the staged file has ${read.length} of ${length} bytes`);
  return read;
}

async function digestOf(staged: StagedFile): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of staged.stream()) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
