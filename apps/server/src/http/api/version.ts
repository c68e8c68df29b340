import type { FastifyInstance } from 'fastify';
import { getVersion } from '@portico/contracts/version';
import packageJson from '../../../package.json' with { type: 'json' };
import { route } from './route.ts';

export function versionRoutes(portal: FastifyInstance, { build }: { build: string }): void {
  route(portal, getVersion, async () => ({ version: packageJson.version, build }));
}
