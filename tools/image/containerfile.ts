/** How the image of a Containerfile runs. */
export interface ImageConfig {
  user: string;
  folder: string;
  entrypoint: string[];
  command: string[];
  /** Entries have the form `NAME=value`. */
  env: string[];
  ports: string[];
  volumes: string[];
  labels: string[];
}

/** Reads the last stage. Understands only the forms of instructions that ours uses; throws if one is missing. */
export function readImageConfig(containerfile: string): ImageConfig {
  const lines = containerfile.replaceAll(/\\\n\s*/g, '').split('\n');
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const valueOf = (instruction: string): string => {
    const line = stage.find((one) => one.startsWith(`${instruction} `));
    if (line === undefined) throw new Error(`The Containerfile has no ${instruction} in its last stage.`);
    return line.slice(instruction.length + 1);
  };
  return {
    user: valueOf('USER'),
    folder: valueOf('WORKDIR'),
    entrypoint: JSON.parse(valueOf('ENTRYPOINT')) as string[],
    command: JSON.parse(valueOf('CMD')) as string[],
    env: valueOf('ENV').split(' '),
    ports: valueOf('EXPOSE').split(' '),
    volumes: valueOf('VOLUME').split(' '),
    labels: [...valueOf('LABEL').matchAll(/(\S+)="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`),
  };
}
