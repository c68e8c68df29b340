import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
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
import { callBucket, isMissing, isPresent, isUnknownCall } from './bucketClient.ts';
import type { StagedFile } from './localStage.ts';

/** What one upload holds in memory at a time. Stores want at least 5 MB, and at most 10,000 parts. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Of one attempt, in which 8 MB have to arrive; putting parts together takes a store a while as well. */
const PATIENTLY = { requestTimeout: 30_000 };

interface Target {
  client: S3Client;
  Bucket: string;
  Key: string;
}

/** Clients whose store rejects conditions, OpenStack Swift among them; there we look before we store. */
const withoutConditions = new WeakSet<S3Client>();

/**
 * Stores a staged file unless the key has an object. Its digest is stored beside it, and each request is signed with
 * the digest of what it carries. A large file goes in parts, of which nothing is left when one fails.
 */
export async function uploadObject(target: Target, staged: StagedFile): Promise<void> {
  const upload = staged.size <= PART_BYTES ? uploadWhole : uploadInParts;
  const isConditional = !withoutConditions.has(target.client);
  if (!isConditional && (await callBucket(() => isThere(target)))) return;
  const isExpected = (error: unknown) => isPresent(error) || (isConditional && isUnknownCall(error));
  try {
    await callBucket(() => upload(target, staged), isExpected);
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (isPresent(error)) return;
    withoutConditions.add(target.client);
    await uploadObject(target, staged);
  }
}

const isThere = ({ client, ...place }: Target): Promise<boolean> =>
  client.send(new HeadObjectCommand(place)).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

const condition = (client: S3Client) => (withoutConditions.has(client) ? {} : { IfNoneMatch: '*' });

async function uploadWhole({ client, ...place }: Target, staged: StagedFile): Promise<void> {
  const Body = assertWhole(await staged.read(0, staged.size), staged.size);
  const Metadata = { sha256: hash('sha256', Body) };
  await client.send(new PutObjectCommand({ ...place, Body, Metadata, ...condition(client) }), PATIENTLY);
}

async function uploadInParts({ client, ...place }: Target, staged: StagedFile): Promise<void> {
  const Metadata = { sha256: await digestOf(staged) };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, Metadata }));
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(staged)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }), PATIENTLY);
      Parts.push({ ETag, PartNumber });
    }
    const input = { ...place, UploadId, MultipartUpload: { Parts }, ...condition(client) };
    await client.send(new CompleteMultipartUploadCommand(input), PATIENTLY);
  } catch (error) {
    // What cannot be removed now is removed by clearStage.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The parts of a file one after the other, in the same memory: one is valid until the next is asked for. */
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
