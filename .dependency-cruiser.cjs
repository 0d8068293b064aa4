/** Dependencies point one way: app → core, server → core, adapters → core. */
const adapterFolder = '^adapters/([^/]+)/';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'core-is-plain',
      comment: 'core knows neither React, nor Node, nor a vendor; libraries that only compute are allowed',
      severity: 'error',
      from: { path: '^core/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(core/|node_modules/(diff|lib0|marked|parse5|yjs|zod)/)' },
    },
    {
      name: 'app-knows-core-only',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(adapters|server|cli|sample|scripts|bench|test)/' },
    },
    {
      name: 'adapters-know-core-only',
      severity: 'error',
      from: { path: '^adapters/', pathNot: '(\\.test\\.ts|\\.contract\\.ts)$' },
      to: { path: '^(app|server|cli|sample|scripts|bench|test)/' },
    },
    {
      name: 'adapters-do-not-know-each-other',
      severity: 'error',
      from: { path: adapterFolder, pathNot: '(\\.test\\.ts|\\.contract\\.ts)$' },
      to: { path: '^adapters/', pathNot: '^adapters/$1/' },
    },
    {
      name: 'services-alone-name-adapters',
      severity: 'error',
      from: {
        path: '^(server|cli)/',
        pathNot: '(^server/services/(services|embedded-backend|cloud-backend|check-cloud)\\.ts|\\.test\\.ts)$',
      },
      to: { path: '^adapters/' },
    },
    {
      name: 'views-do-not-read',
      comment: 'types only: what reads for a loader brings the schemas of stored documents into the browser',
      severity: 'error',
      from: { path: '^app/.+\\.tsx$', pathNot: '(/route|-route|^app/root)\\.tsx$' },
      to: { path: '^app/(account|admin|preview|site)/.*/read-[^/]+\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-takes-the-app-as-built',
      comment: 'types only: the keys of a context belong to the bundle',
      severity: 'error',
      from: { path: '^(server|cli)/' },
      to: { path: '^app/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-depends-on-tests',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?|\\.contract\\.ts)$|^(test|bench)/' },
      to: { path: '\\.test\\.tsx?$|^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
