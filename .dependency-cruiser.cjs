// The import laws: which folder may import which. Imports run downward only.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'Two files that import each other belong in one file, or need a third file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lowest-layer',
      comment:
        'errors, secrets and contract are the lowest layer; they import nothing else from src.',
      severity: 'error',
      from: { path: '^src/(contract/|errors\\.ts$|secrets\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|secrets\\.ts$)' },
    },
    {
      name: 'contract-is-pure',
      comment: 'The contract is data and checks on data; it does no I/O.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'reference-is-pure',
      comment:
        'The reference describes the contract as a page; the service serves it, and scripts add the commands.',
      severity: 'error',
      from: { path: '^src/reference/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract|reference)/' },
    },
    {
      name: 'reference-for-service',
      comment: 'Only the service shows the reference.',
      severity: 'error',
      from: { path: '^src/(client|files|config)/' },
      to: { path: '^src/reference/' },
    },
    {
      name: 'second-layer',
      comment:
        'client, service, files and config import only the lowest layer; client and service share nothing but the contract.',
      severity: 'error',
      from: { path: '^src/(client|service|files|config)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(contract/|errors\\.ts$|secrets\\.ts$|free-files\\.ts$|create-folder\\.ts$|heap-limit\\.ts$|reference/)',
          '^src/$1/',
        ],
      },
    },
    {
      name: 'people-are-names',
      comment:
        'people reads who is named in a text, with the words of all languages; it knows no columns and no files.',
      severity: 'error',
      from: { path: '^src/people/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|columns/vocabulary/|people/)' },
    },
    {
      name: 'columns-read-files',
      comment: 'columns gives cells a meaning; it reads no files and calls no service.',
      severity: 'error',
      from: { path: '^src/columns/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/(contract/|errors\\.ts$|secrets\\.ts$|files/|people/|columns/)',
      },
    },
    {
      name: 'changes-are-pure',
      comment:
        'changes decides what rows mean in an event, and what became of a creation. Where rows come from is above it.',
      severity: 'error',
      from: { path: '^src/changes/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|client/|changes/)' },
    },
    {
      name: 'runs-know-no-rows',
      comment:
        'runs brings any rows to the service. Where they come from and what they mean is the concern of import and schedule.',
      severity: 'error',
      from: { path: '^src/runs/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(contract/|errors\\.ts$|secrets\\.ts$|free-files\\.ts$|create-folder\\.ts$|client/|changes/|runs/)',
      },
    },
    {
      name: 'import-alone',
      comment:
        'import uses the client, files, people, columns and runs; it must not know schedules, the terminal or settings.',
      severity: 'error',
      from: { path: '^src/import/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(contract/|errors\\.ts$|secrets\\.ts$|client/|files/|people/|columns/|changes/|runs/|import/)',
      },
    },
    {
      name: 'schedule-alone',
      comment:
        'schedule uses the client, files, people, columns, runs and autoplace; it must not know imports, the terminal or settings.',
      severity: 'error',
      from: { path: '^src/schedule/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(contract/|errors\\.ts$|secrets\\.ts$|client/|files/|people/|columns/|changes/|runs/|autoplace/|schedule/)',
      },
    },
    {
      name: 'autoplace-is-numbers',
      comment:
        'autoplace searches for a placement of numbered items; it knows no files, no people and no service.',
      severity: 'error',
      from: { path: '^src/autoplace/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/autoplace/' },
    },
    {
      name: 'autoplace-for-schedules',
      comment: 'schedule gives the numbers of autoplace their meaning, and cli runs it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(autoplace|schedule|cli)/' },
      to: { path: '^src/autoplace/' },
    },
    {
      name: 'plans-above-both',
      comment:
        'plans joins imports and schedules to one run, with the plan and the report as documents; it must not know folders of files, the terminal, settings or the service.',
      severity: 'error',
      from: { path: '^src/plans/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(program|cli|config|service)/' },
    },
    {
      name: 'program-is-files',
      comment:
        'program is an event as a folder of files; it must not know runs of changes, the terminal, settings or the service.',
      severity: 'error',
      from: { path: '^src/program/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(plans|cli|config|service)/' },
    },
    {
      name: 'letters-send-nothing',
      comment:
        'letters writes files for the mailers of others; it must not know the client, runs, the terminal, settings or the service.',
      severity: 'error',
      from: { path: '^src/letters/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(client|changes|runs|import|schedule|plans|cli|config|service)/' },
    },
    {
      name: 'nodemailer-in-letters',
      comment: 'Messages are composed in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/letters/' },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 'composer-alone',
      comment: 'letters uses the parts of the package that compose, and none that sends.',
      severity: 'error',
      from: { path: '^src/letters/' },
      to: {
        path: 'node_modules/nodemailer/',
        pathNot: 'node_modules/nodemailer/dist/(esm|cjs)/mime-(funcs|node)/',
      },
    },
    {
      name: 'cli-on-top',
      comment: 'Only main.ts starts the command line; nothing else imports it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(cli/|main\\.ts$)'] },
      to: { path: '^src/cli/' },
    },
    {
      name: 'review-below-commands',
      comment: 'Bulk commands hand the review what is to change. It knows none of them.',
      severity: 'error',
      from: { path: '^src/cli/(review|output|selection)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/cli/commands/' },
    },
    {
      name: 'undici-in-client',
      comment: 'Only the client makes HTTP requests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'server-in-service',
      comment:
        'Only the service serves HTTP and uses the database; the lock of a run uses the database as a file lock.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service/|runs/lock\\.ts$)' },
      to: { path: 'node_modules/(fastify|libsql|pg|prom-client)/' },
    },
    {
      name: 'one-choice-of-a-database',
      comment:
        'Only store/open.ts chooses a database; the rules of the service are the same for each.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/service/store/open\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^src/service/store/(sqlite|postgres)\\.ts$' },
    },
    {
      name: 'libsql-in-sqlite',
      comment: 'SQLite is one of the databases that the service may use.',
      severity: 'error',
      from: { path: '^src/service/', pathNot: '^src/service/store/sqlite\\.ts$' },
      to: { path: 'node_modules/libsql' },
    },
    {
      name: 'store-below-service',
      comment:
        'A store handles records, not requests; from the rest of the service it imports only the source of ids.',
      severity: 'error',
      from: { path: '^src/service/store/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/service/', pathNot: '^src/service/(store/|ids\\.ts$)' },
    },
    {
      name: 'vitest-in-tests',
      comment: 'Only tests use the test runner, and the support of tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['node_modules/(vitest|fast-check)/', '^test/'] },
    },
    {
      name: 'terminal-in-cli',
      comment: 'Only cli/ draws on the terminal.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: 'node_modules/(commander|@inquirer|cli-table3|string-width)' },
    },
    {
      name: 'protocol-in-mcp',
      comment:
        'Only the server for agents speaks their protocol, whose package takes long to load.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/commands/mcp/' },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'conf-in-config',
      comment: 'The config file has one owner.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/config/' },
      to: { path: 'node_modules/conf/' },
    },
    {
      name: 'few-processes',
      comment: 'No file or response can start a program: only the demo starts this program.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(^src/cli/commands/demo/service\\.ts|\\.test\\.ts)$' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'csv-packages-in-files',
      comment: 'CSV is read and written in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/files/' },
      to: { path: 'node_modules/csv-' },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be followed is not checked by any rule above.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
