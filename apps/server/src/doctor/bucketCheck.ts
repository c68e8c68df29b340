import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createBucketClient } from '../media/store/bucketClient.ts';
import type { BucketAddress } from '../settings/filesAddress.ts';
import { reasonOf } from '../errors.ts';
import { codeOf, compareClocks, networkAdvice, type Notes } from './findings.ts';

/** `SETTING` is replaced by the name of the setting that has the bucket's address. */
const ADVICE: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct its name in SETTING.',
  InvalidAccessKeyId: 'The store does not know AWS_ACCESS_KEY_ID: correct it, or create the key there.',
  SignatureDoesNotMatch: 'Correct AWS_SECRET_ACCESS_KEY, and the region in SETTING.',
  AuthorizationHeaderMalformed: 'Correct the region in SETTING.',
  PermanentRedirect: 'The bucket is in another region: correct the region in SETTING.',
  CredentialsProviderError: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.',
};

/** Whether objects can be written, read, listed and deleted, as the portal does, and whether the clocks agree. */
export async function checkBucket(notes: Notes, address: BucketAddress, setting: string): Promise<void> {
  const client = createBucketClient(address);
  const { bucket: Bucket, prefix } = address;
  const Key = `${prefix}.probe-${randomUUID()}`;
  const content = `portico doctor ${Key}`;
  const clock = readClocks(client);
  const steps: Array<{ verb: string; permission: string; run: () => Promise<unknown> }> = [
    {
      verb: 'written',
      permission: 's3:PutObject',
      run: () => client.send(new PutObjectCommand({ Bucket, Key, Body: content })),
    },
    {
      verb: 'read',
      permission: 's3:GetObject',
      run: async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if ((await text(Body as Readable)) !== content) throw new Error('the content read is not what was written');
      },
    },
    {
      verb: 'listed',
      permission: 's3:ListBucket',
      run: () => client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })),
    },
    {
      verb: 'deleted',
      permission: 's3:DeleteObject',
      run: () => client.send(new DeleteObjectCommand({ Bucket, Key })),
    },
  ];
  for (const { verb, permission, run } of steps) {
    try {
      await run();
    } catch (error) {
      notes.fail(
        `Objects in the bucket ${Bucket} cannot be ${verb}: ${describe(error)}.`,
        adviceOn(error, permission).replace('SETTING', setting),
      );
      // If the first step fails, the others fail the same way or tell nothing new.
      if (verb === 'written') return;
    }
  }
  if (!notes.findings.some(({ status }) => status === 'problem'))
    notes.ok(`Objects in the bucket ${Bucket} can be written, read, listed and deleted.`);
  const { theirs, asked, answered } = clock;
  if (theirs) compareClocks(notes, 'the bucket', theirs, asked, answered);
  client.destroy();
}

/** The other clock, from the most recent response. */
function readClocks(client: S3Client): { theirs: Date | undefined; asked: number; answered: number } {
  const clock: ReturnType<typeof readClocks> = { theirs: undefined, asked: 0, answered: 0 };
  client.middlewareStack.add(
    (next) => async (args) => {
      clock.asked = Date.now();
      const result = await next(args);
      clock.answered = Date.now();
      const { headers } = result.response as { headers?: Record<string, string> };
      clock.theirs = headers?.['date'] === undefined ? undefined : new Date(headers['date']);
      return result;
    },
    { step: 'deserialize', name: 'readClocks', priority: 'low' },
  );
  return clock;
}

/** A response without a body results in an error without a message. */
function describe(error: unknown): string {
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
  const reason = reasonOf(error);
  const status = $metadata?.httpStatusCode;
  return status === undefined || reason.includes(name) ? reason : `${name} (${status}), ${reason}`;
}

function adviceOn(error: unknown, permission: string): string {
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
  const known = ADVICE[name] ?? ADVICE[String(codeOf(error))];
  if (known !== undefined) return known;
  return $metadata?.httpStatusCode === 403
    ? `Allow ${permission} for these credentials, for the bucket and all objects below the prefix.`
    : networkAdvice(error, 'Check the endpoint in SETTING and the log of the store.');
}
