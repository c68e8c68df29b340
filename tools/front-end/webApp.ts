import type { Tell } from '../progress.ts';
import { buildIfChanged, runVite, type BuildResult } from '../viteBuild.ts';
import { compressSidebar } from './sidebarBundle.ts';

/**
 * Builds the front end, and the sidebar for foreign pages beside it, unless the last build was made from the same
 * files. Throws with Vite's output when it fails.
 */
export const buildWebApp = (tell: Tell, signal?: AbortSignal): Promise<BuildResult> =>
  buildIfChanged(
    {
      workspace: 'apps/web',
      async run() {
        await runVite('apps/web', tell, signal);
        await runVite('packages/sidebar', tell, signal);
        compressSidebar();
      },
    },
    tell,
  );
