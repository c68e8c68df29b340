import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { clearStaged, stageLocally } from './localStage.ts';
import { assertKey } from './objectKey.ts';
import type { ObjectStore, StagedObject } from './objectStore.ts';
import type { BucketAddress } from '../../settings/filesAddress.ts';
import { callBucket, createBucketClient, isMissing, isUnknownCall } from './bucketClient.ts';
import { checkedStream } from './checkedStream.ts';
import { uploadObject } from './uploadObject.ts';

/**
 * Objects in a bucket. Data is staged in a local folder, where it is checked, and uploaded once its key is known.
 * Throws TypeError on a malformed key.
 */
export function createS3Store(address: BucketAddress, stagedFolder: string): ObjectStore {
  const client = createBucketClient(address);
  const Bucket = address.bucket;
  const objectAt = (key: string) => {
    assertKey(key);
    return { Bucket, Key: address.prefix + key };
  };

  async function stage(data: Uint8Array | Readable): Promise<StagedObject> {
    const staged = await stageLocally(stagedFolder, data);
    return { ...staged, store: (key) => uploadObject({ client, ...objectAt(key) }, staged) };
  }

  return {
    stage,
    async put(key, data) {
      assertKey(key);
      const staged = await stage(data);
      try {
        await staged.store(key);
      } finally {
        await staged.discard();
      }
    },
    clearStage: async (before) =>
      (await clearStaged(stagedFolder, before)) + (await abortUploads(client, address, before)),
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const input = { ...objectAt(key), Range };
      const answer = await findIn(() => client.send(new GetObjectCommand(input)));
      if (!answer) return undefined;
      const bytes = answer.ContentLength!;
      return {
        stream: checkedStream(answer.Body as Readable, { bytes, sha256: range ? undefined : answer.Metadata?.sha256 }),
        size: range ? Number(answer.ContentRange!.split('/')[1]) : bytes,
        lastModified: answer.LastModified!,
      };
    },
    async has(key) {
      const input = objectAt(key);
      return (await findIn(() => client.send(new HeadObjectCommand(input)))) !== undefined;
    },
    async delete(key) {
      const input = objectAt(key);
      await findIn(() => client.send(new DeleteObjectCommand(input)));
    },
    async assertWorks() {
      const probe = { Bucket, Key: `${address.prefix}.probe` };
      await callBucket(() => client.send(new PutObjectCommand({ ...probe, Body: 'portico' })));
      await callBucket(() => client.send(new DeleteObjectCommand(probe)));
    },
    space: () => Promise.resolve(undefined),
    async *list(prefix) {
      const { Key: Prefix } = objectAt(`${prefix}/x`);
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: Prefix.slice(0, -1) });
      for (;;) {
        const page = await callBucket(() => pages.next());
        if (page.done) return;
        for (const { Key, LastModified } of page.value.Contents ?? [])
          yield { key: Key!.slice(address.prefix.length), lastModified: LastModified! };
      }
    },
  };
}

/** Undefined if the object does not exist. */
async function findIn<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await callBucket(call, isMissing);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Removes the parts of uploads that a crashed process began before that instant, at most a thousand at a time, and
 * returns how many there were. A store that cannot list them needs a lifecycle rule.
 */
async function abortUploads(
  client: ReturnType<typeof createBucketClient>,
  { bucket: Bucket, prefix: Prefix }: BucketAddress,
  before: Date,
): Promise<number> {
  const begun = await callBucket(
    () => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })),
    isUnknownCall,
  ).catch((error: unknown) => {
    if (!isUnknownCall(error)) throw error;
  });
  const left = (begun?.Uploads ?? []).filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
  for (const { Key, UploadId } of left)
    await findIn(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
  return left.length;
}
