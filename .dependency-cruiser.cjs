// The import law: who may know whom. Imports run downward only.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or need a third below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'ground',
      comment: 'errors, advice and contract say what things are; they know nothing above them.',
      severity: 'error',
      from: { path: '^src/(contract/|errors\\.ts$|advice\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|advice\\.ts$)' },
    },
    {
      name: 'contract-is-pure',
      comment: 'The contract is data and checks on data; it does no I/O.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'second-storey',
      comment:
        'client, service, csv and config stand on the ground, side by side; client and service agree through the contract alone.',
      severity: 'error',
      from: { path: '^src/(client|service|csv|config)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/(contract/|errors\\.ts$|advice\\.ts$)', '^src/$1/'] },
    },
    {
      name: 'columns-read-csv',
      comment: 'columns gives cells a meaning; it reads no files and calls no service.',
      severity: 'error',
      from: { path: '^src/columns/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|advice\\.ts$|csv/|columns/)' },
    },
    {
      name: 'runs-know-no-rows',
      comment: 'A run is a journal and requests. Which file its rows come from, and what they mean, is above it.',
      severity: 'error',
      from: { path: '^src/runs/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|advice\\.ts$|client/|runs/)' },
    },
    {
      name: 'import-alone',
      comment: 'import stands on the client, csv, columns and runs; it knows no schedule, no terminal and no settings.',
      severity: 'error',
      from: { path: '^src/import/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$|advice\\.ts$|client/|csv/|columns/|runs/|import/)' },
    },
    {
      name: 'schedule-alone',
      comment: 'schedule stands on the client, csv, columns and runs; it knows no import, no terminal and no settings.',
      severity: 'error',
      from: { path: '^src/schedule/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/(contract/|errors\\.ts$|advice\\.ts$|client/|csv/|columns/|runs/|schedule/)',
      },
    },
    {
      name: 'cli-on-top',
      comment: 'Only main.ts starts the command line; nothing below knows that it exists.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(cli/|main\\.ts$)'] },
      to: { path: '^src/cli/' },
    },
    {
      name: 'undici-in-client',
      comment: 'HOW the API is called is one decision, kept in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'server-in-service',
      comment:
        'HOW the API is answered, and where it is kept, is the service alone; a run borrows the database for a file lock.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service/|runs/lock\\.ts$)' },
      to: { path: 'node_modules/(fastify|libsql)' },
    },
    {
      name: 'one-folder-per-database',
      comment: 'Only store/open.ts chooses a database; the rules of the service are the same for each.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/service/store/(sqlite/|open\\.ts$)', '\\.test\\.ts$'] },
      to: { path: '^src/service/store/sqlite/' },
    },
    {
      name: 'terminal-in-cli',
      comment: 'Commander, prompts and tables are how it looks at a terminal.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: 'node_modules/(commander|@inquirer|cli-table3|string-width)' },
    },
    {
      name: 'conf-in-config',
      comment: 'The config file has one owner.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/config/' },
      to: { path: 'node_modules/conf/' },
    },
    {
      name: 'csv-packages-in-csv',
      comment: 'CSV is read and written in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/csv/' },
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
