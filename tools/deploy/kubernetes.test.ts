import { describeConfig, loadConfig } from '@portico/server/config';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service, ServiceAccount } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';

const models = {
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Secret,
  Service,
  ServiceAccount,
};
type Kind = keyof typeof models;
type ManifestOf<Name extends Kind> = InstanceType<(typeof models)[Name]>;

const manifests = repositoryFiles()
  .filter((path) => path.startsWith('deploy/kubernetes/'))
  .flatMap((path) => parseAllDocuments(readText(path)).map((document) => document.toJS() as { kind: Kind }));

const ofKind = <Name extends Kind>(kind: Name): Array<ManifestOf<Name>> =>
  manifests.filter((one) => one.kind === kind) as unknown as Array<ManifestOf<Name>>;

const deployments = ofKind('Deployment');
const podTemplates = [...deployments, ...ofKind('Job')].map((one) => ({
  name: one.metadata!.name!,
  pod: one.spec!.template.spec!,
  labels: one.spec!.template.metadata!.labels!,
}));

/** The settings of a container: from the config maps and secrets that it references, and its own. */
function settingsOf(container: (typeof podTemplates)[number]['pod']['containers'][number]): Record<string, string> {
  const sources = (container.envFrom ?? []).map(({ configMapRef, secretRef }) => {
    const found = configMapRef
      ? ofKind('ConfigMap').find(({ metadata }) => metadata!.name === configMapRef.name)?.data
      : ofKind('Secret').find(({ metadata }) => metadata!.name === secretRef?.name)?.stringData;
    expect(found, JSON.stringify({ configMapRef, secretRef })).toBeDefined();
    return found!;
  });
  const own = (container.env ?? []).map(({ name, value = '' }) => [name, value]);
  return Object.assign({}, ...sources, Object.fromEntries(own)) as Record<string, string>;
}

const isSelected = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe('the Kubernetes manifests', () => {
  test('follow the schemas of Kubernetes, in one namespace [OPS-123]', () => {
    expect(manifests.length).toBeGreaterThan(12);
    for (const manifest of manifests) {
      const one = new models[manifest.kind](manifest as never);
      expect(() => one.validate(), JSON.stringify(one.metadata)).not.toThrow();
      expect([one.apiVersion, one.kind]).toEqual([(manifest as { apiVersion?: string }).apiVersion, manifest.kind]);
      if (manifest.kind !== 'Namespace') expect(one.metadata?.namespace).toBe('portico');
    }
  });

  test('fail validation if one breaks a schema [OPS-123]', () => {
    const broken = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!) as ManifestOf<'Deployment'>;
    broken.spec!.template.spec!.containers[0]!.ports = [{ containerPort: '3000' as never }];
    expect(() => new Deployment(broken).validate()).toThrow(/containerPort/);
  });

  test('give every pod settings that the server accepts, and only the migration the owner of the tables [OPS-123]', () => {
    const known = new Set(describeConfig().map(({ name }) => name));
    for (const { name, pod } of podTemplates) {
      const settings = settingsOf(pod.containers[0]!);
      expect(
        Object.keys(settings).filter((one) => !known.has(one)),
        name,
      ).toEqual([]);
      const config = loadConfig(settings);
      expect(config.DATABASE_OWNER_URL !== undefined, name).toBe(name.startsWith('portico-migrate'));
      if (pod.restartPolicy === 'Never') continue;
      expect(`portico-${config.PORTICO_ROLE}`).toBe(name);
      expect(pod.containers[0]!.ports?.[0]?.containerPort).toBe(config.PORT);
      expect(pod.containers[0]!.volumeMounts?.map(({ mountPath }) => mountPath)).toContain(config.PORTICO_DATA_DIR);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.SHUTDOWN_GRACE_MS / 1000 + 10);
    }
  });

  test('run every pod unprivileged, on a read-only root, without capabilities or a Kubernetes token [OPS-123]', () => {
    for (const { name, pod } of podTemplates) {
      expect(pod, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container, name).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String) as string },
            limits: { memory: expect.any(String) as string },
          },
        });
    }
  });

  test('probe paths that the server has, and point services, budgets and the autoscaler to pods that exist [OPS-123]', () => {
    for (const { spec, metadata } of deployments) {
      const [container] = spec!.template.spec!.containers;
      expect(container!.readinessProbe?.httpGet?.path, metadata!.name).toBe('/readyz');
      expect(container!.livenessProbe?.httpGet?.path, metadata!.name).toBe('/healthz');
      expect(spec!.selector.matchLabels).toEqual(spec!.template.metadata!.labels);
    }
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec!.selector!),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec!.selector!.matchLabels!),
    ];
    expect(selectors.length).toBe(3);
    for (const selector of selectors)
      expect(podTemplates.filter(({ labels }) => isSelected(selector, labels))).toHaveLength(1);
    const targets = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec!.scaleTargetRef.name);
    expect(deployments.map(({ metadata }) => metadata!.name)).toEqual(expect.arrayContaining(targets));
    for (const { spec } of ofKind('NetworkPolicy')) expect(spec!.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  test('and the image have the version of package.json [OPS-123]', () => {
    const { version } = JSON.parse(readText('package.json')) as { version: string };
    const images = podTemplates.flatMap(({ pod }) => pod.containers.map(({ image }) => image));
    expect(new Set(images)).toEqual(new Set([`registry.example.com/portico:${version}`]));
    expect(readText('deploy/Containerfile')).toContain(`org.opencontainers.image.version="${version}"`);
    expect(ofKind('Job').map(({ metadata }) => metadata!.name)).toEqual([`portico-migrate-${version}`]);
  });
});
