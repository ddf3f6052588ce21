// Portuguese headers, of Portugal and Brazil.
import type { Language } from './terms.ts';

export const portuguese: Language = {
  name: 'Nome | Nomes | Nome público | Nome artístico',
  fullName: `Nome completo | Nome e sobrenome | Nome e apelido | Nome por extenso | Sobrenome, nome
    Apelido, nome | Nome/sobrenome | Primeiro e último nome | Nomes completos | Como você se chama
    Como se chama`,
  firstName: 'Primeiro nome | Nome próprio | Prenome | Nome de batismo',
  lastName: 'Sobrenome | Apelido | Último nome | Sobrenomes | Apelidos | Nome de família',
  email: `E-mail | Correio electrónico | Correio eletrônico | Endereço de e-mail | Mail
    Endereço eletrônico | Endereço de correio eletrónico | E-mails | Correio`,
  company: `Empresa | Organização | Instituição | Afiliação | Companhia | Entidade | Empregador
    Filiação | Empresa/organização | Empresa ou instituição | Empresa/instituição
    Instituição/empresa | Vínculo institucional`,
  workplace: 'Universidade | Local de trabalho | Órgão',
  jobTitle: `Cargo | Profissão | Posição | Ocupação | Título profissional | Cargo atual | Posto
    Cargo/função | Função/cargo | Cargo ocupado | Emprego`,
  role: 'Função | Papel | Slogan | Atuação',
  biography: 'Biografia | Bio | Sobre você | Sobre o palestrante | Sobre mim | Sobre si',
  shortBiography: `Minibio | Mini biografia | Breve biografia | Biografia resumida
    Currículo resumido | Minicurrículo | Nota biográfica | Biografia curta | Resumo biográfico`,
  pronouns: 'Pronomes | Pronome | Pronomes preferidos',
  phone: `Telefone | Celular | Telemóvel | Número de telefone | Tel. | Número de telemóvel
    Telefone celular | WhatsApp`,
  photo: `Foto | Fotografia | Imagem | Foto de perfil | Retrato | Imagem de perfil
    Foto do palestrante | Avatar`,
  linkedin: 'Perfil do LinkedIn | Link do LinkedIn | Perfil no LinkedIn',
  twitter: 'Conta do Twitter | Perfil do Twitter | Usuário do Twitter',
  logistics: 'Logística | Notas de logística | Necessidades logísticas',
  speaker: `Palestrante | Orador | Oradora | Conferencista | Apresentador | Apresentadora
    Ministrante | Expositor | Speaker | Palestrante principal | Apresentado por | Preletor
    Painelista | Facilitador | Artista`,
  speakers: `Palestrantes | Oradores | Conferencistas | Apresentadores | Ministrantes | Speakers
    Expositores | Pessoas | Painelistas | Artistas`,
  author: 'Autor | Autora | Autor principal | Primeiro autor',
  authors: 'Autores | Autores(as) | Autoras | Lista de autores',
  coSpeaker: 'Co-palestrante | Co-palestrantes | Co-orador | Co-oradores | Outros palestrantes',
  coAuthor: 'Coautor | Coautora | Coautores | Coautoras | Outros autores',
  moderator: 'Moderador | Moderadora | Moderadores | Moderação | Mediador | Mediadora',
  chair: 'Presidente da sessão | Presidente da mesa | Coordenador da sessão | Coordenador da mesa',
  host: 'Anfitrião | Anfitriã | Anfitriões',
  submitter: `Proponente | Submetido por | Enviado por | Proposto por | Autor correspondente
    Autor de contato | Responsável | Autor para correspondência | Pessoa de contato
    Pessoa de contacto | Inscrito por | Autor de contacto`,
  contact: 'Contato | Contacto',
  nominee: 'Pessoa indicada | Pessoa nomeada',
  nominator: 'Indicado por | Nomeado por',
  isSpeaker: 'Você é o palestrante | É o palestrante',
  talk: `Palestra | Apresentação | Conferência | Comunicação | Trabalho | Minicurso | Contribuição
    Palestra/oficina | Atividade | Exposição`,
  session: 'Sessão | Oficina',
  event: 'Evento',
  submission: 'Submissão',
  proposal: 'Proposta',
  talkTitle: 'Título/tema | Tema/título | Título provisório | Tema da palestra | Título proposto',
  title: 'Título | Títulos',
  topic: 'Tema',
  abstract: 'Resumo | Abstract | Resumos | Texto do resumo | Resumo/abstract',
  summary: `Sinopse | Descrição curta | Breve descrição | Descrição breve | Sumário | Síntese
    Descrição resumida | Ementa | Resumo curto`,
  description: `Descrição | Descrição detalhada | Descrição completa | Descrição longa | Detalhes
    Detalhamento`,
  content: 'Conteúdo | Conteúdos | Texto',
  track: 'Trilha | Track | Trilhas | Pista | Percurso | Sessão temática',
  area: 'Eixo temático | Temática | Área temática | Linha temática | Eixo | Área | Linha',
  format: `Formato | Modalidade | Modalidade de apresentação | Forma de apresentação
    Tipo de atividade | Formato/duração`,
  type: 'Tipo | Gênero',
  id: 'Identificador | Código | ID',
  number: 'Número',
  status: 'Estado | Situação | Status',
  decision: 'Decisão | Decisão final | Resultado | Aceito',
  reply: 'Resposta | Confirmado | Confirmada | Confirmação',
  feedback: 'Comentários ao autor | Comentários aos autores | Retorno',
  room: 'Sala | Auditório | Espaço | Palco | Salão | Salas | Sala/local | Anfiteatro',
  place: 'Local | Lugar | Localização | Onde | Local da palestra',
  start: `Início | Começo | Data e hora | Data/hora | Data e hora de início | Começa | Quando
    Data e hora do início | A partir de | Início (data e hora) | Das | De | Inicia`,
  slot: 'Slot de horário',
  startTime: `Hora de início | Horário de início | Hora início | Hora inicial | Horário inicial
    Início (hora) | Hora do início | Horário do início`,
  date: 'Data | Data de início | Data início | Data inicial | Data da palestra | Data do evento',
  day: 'Dia | Dia da semana',
  time: `Hora | Horário | Horários | Horas | Início/fim | Faixa horária | De/até | Início e fim
    Das/às | Horário da palestra`,
  end: `Fim | Término | Hora de fim | Horário de término | Hora fim | Até | Termina
    Hora de término | Data e hora de fim | Às | Final | Hora final | Horário final | Hora do término
    Encerramento | Data e hora de término | Horário de fim`,
  endDate: 'Data de término | Data de fim',
  timeZone: 'Fuso horário',
  zone: 'Zona',
  duration: `Duração | Duração (minutos) | Duração em minutos | Minutos | Tempo | Duração (min)
    Tempo de duração | Duração prevista`,
  fillers: `o | os | um | uma | de | do | da | dos | das | no | na | seu | sua | seus | suas | teu
    tua | meu | minha | nosso | nossa | por | favor | para | informe | insira | digite | indique`,
};
