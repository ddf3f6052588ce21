// The package of the Model Context Protocol. The build bundles it into a file of its own, which only `plenary mcp` loads.
export { McpServer } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
