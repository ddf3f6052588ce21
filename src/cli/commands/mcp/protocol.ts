// The package of the Model Context Protocol, and the zod that it uses. The build bundles them into a file of their own, which only `plenary mcp` loads.
export { McpServer } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export * as z from 'zod';
