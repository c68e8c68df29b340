import type { OnProgress } from '../progress.ts';
import { buildIfChanged, runVite, type BuildResult } from '../viteBuild.ts';
import { compressSidebar } from './sidebarBundle.ts';

/**
 * Builds the front end, including the sidebar for foreign pages, unless the last build was made from the same files.
 * Throws with Vite's output if it fails.
 */
export const buildWebApp = (onProgress: OnProgress, signal?: AbortSignal): Promise<BuildResult> =>
  buildIfChanged(
    {
      workspace: 'apps/web',
      async run() {
        await runVite('apps/web', onProgress, signal);
        await runVite('packages/sidebar', onProgress, signal);
        compressSidebar();
      },
    },
    onProgress,
  );
