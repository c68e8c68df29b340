import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import { buildImage } from './buildImage.ts';
import { runMain } from '../runMain.ts';

const usage = `npm run image -- [--node <path>] [--trial] [folder]

Builds the portal's image from the last commit, in the OCI layout, without fetching a base image, into the folder
(default: dist/portico). The few system libraries come from packages of the Debian or Ubuntu that it runs on. Run it as
root; it needs git, apt-get with package lists, dpkg-deb and umoci.
--node is the Node that the image contains (default: the one that runs this command). One with known vulnerabilities is
refused, except with --trial.
`;

/** Exit codes: 0 built, 1 not built, 2 wrong arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { node: { type: 'string' }, trial: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help || positionals.length > 1) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const layout = resolve(positionals[0] ?? join(root, 'dist/portico'));
  await buildImage(root, layout, {
    node: resolve(values.node ?? process.execPath),
    isTrial: values.trial === true,
  });
  process.stdout.write(
    `\nPush it with:  skopeo copy oci:${layout}:<version> docker://registry.example.com/portico:<version>\n`,
  );
  return 0;
}

await runMain(main);
