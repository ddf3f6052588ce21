// Spanish headers.
import type { Language } from './terms.ts';

export const spanish: Language = {
  name: 'Nombre | Nombres | Nombre público',
  fullName: `Nombre completo | Nombre y apellidos | Nombre y apellido | Nombres y apellidos
    Apellidos y nombre | Apellidos, nombre | Apellido, nombre | Apellido y nombre | Nombre/apellidos
    Cómo te llamas | Cómo se llama`,
  firstName: 'Nombre de pila | Primer nombre | Nombre propio',
  lastName: 'Apellidos | Apellido | Primer apellido | Apellido paterno | Apellidos completos',
  email: `Correo electrónico | Correo | Dirección de correo electrónico | Dirección de correo
    E-mail | Mail | Dirección de e-mail | Dirección electrónica | Correo-e | Correos
    Cuenta de correo`,
  company: `Empresa | Organización | Compañía | Institución | Afiliación | Entidad
    Empresa/organización | Empleador | Organización/empresa | Filiación | Sociedad
    Empresa o institución`,
  workplace: 'Universidad | Centro de trabajo | Centro | Lugar de trabajo | Organismo',
  jobTitle: `Cargo | Puesto | Puesto de trabajo | Profesión | Posición | Ocupación
    Título profesional | Título del puesto | Cargo/puesto | Puesto/cargo | Cargo actual | Empleo`,
  role: 'Rol | Función | Lema | Titular',
  biography: `Biografía | Bio | Sobre ti | Sobre el ponente | Acerca de ti | Sobre mí
    Perfil biográfico | Sobre usted`,
  shortBiography: `Biografía corta | Biografía breve | Breve biografía | Semblanza
    Reseña biográfica | Reseña | Currículum breve | Mini bio | Bio corta | CV breve`,
  pronouns: 'Pronombres | Pronombre | Pronombres preferidos',
  phone: `Teléfono | Número de teléfono | Móvil | Celular | Tel. | Teléfono móvil
    Número de celular | Teléfono de contacto`,
  photo: `Foto | Fotografía | Imagen | Foto de perfil | Retrato | Imagen de perfil | Avatar
    Foto del ponente`,
  linkedin: 'Perfil de LinkedIn | Enlace de LinkedIn | Página de LinkedIn',
  twitter: 'Cuenta de Twitter | Perfil de Twitter | Usuario de Twitter',
  logistics: 'Logística | Notas de logística | Necesidades logísticas',
  speaker: `Ponente | Orador | Oradora | Conferencista | Conferenciante | Expositor | Expositora
    Disertante | Speaker | Ponente principal | Presentador | Presentadora | Presentado por
    Charlista | Tallerista | Panelista | Artista`,
  speakers: `Ponentes | Oradores | Conferencistas | Conferenciantes | Expositores | Disertantes
    Speakers | Presentadores | Personas | Panelistas | Charlistas | Oradores/as | Artistas`,
  author: 'Autor | Autora | Autor principal | Primer autor | Autora principal',
  authors: 'Autores | Autores/as | Autoras | Lista de autores | Autores y autoras',
  coSpeaker: 'Coponente | Coponentes | Co-orador | Co-oradores | Copresentador | Otros ponentes',
  coAuthor: 'Coautor | Coautora | Coautores | Coautoras | Otros autores',
  moderator: 'Moderador | Moderadora | Moderadores | Moderación | Moderado por',
  chair: `Presidente de sesión | Presidente de mesa | Coordinador de sesión | Coordinador de mesa
    Presidencia`,
  host: 'Anfitrión | Anfitriona | Anfitriones',
  submitter: `Remitente | Proponente | Enviado por | Propuesto por | Autor de contacto
    Persona de contacto | Solicitante | Autor de correspondencia | Postulante
    Autor para correspondencia | Responsable`,
  contact: 'Contacto',
  nominee: 'Nominado | Nominada | Persona nominada',
  nominator: 'Nominador | Nominado por',
  isSpeaker: '¿Es usted el ponente? | ¿Eres el ponente? | ¿Eres ponente?',
  talk: `Charla | Ponencia | Presentación | Conferencia | Comunicación | Contribución | Exposición
    Charla/taller | Actividad | Plática`,
  session: 'Sesión | Taller',
  event: 'Evento',
  submission: 'Envío',
  proposal: 'Propuesta',
  talkTitle: `Título/tema | Tema/título | Título provisional | Tema de la charla | Título tentativo
    Denominación | Título propuesto`,
  title: 'Título | Títulos',
  topic: 'Tema',
  abstract: 'Resumen | Abstract | Resúmenes | Texto del resumen | Resumen/abstract',
  summary: `Sinopsis | Descripción corta | Descripción breve | Breve descripción | Extracto
    Sumario | Síntesis | Resumen corto | Resumen breve`,
  description: `Descripción | Descripción detallada | Descripción completa | Descripción larga
    Detalle | Detalles`,
  content: 'Contenido | Contenidos | Texto',
  track: 'Track | Pista | Bloque temático | Tracks | Mesa temática | Sesión temática',
  area: 'Eje temático | Temática | Área temática | Línea temática | Eje | Área | Línea',
  format: `Formato | Modalidad | Modalidad de presentación | Formato de presentación
    Tipo de actividad | Formato/duración`,
  type: 'Tipo | Clase',
  id: 'Identificador | Código | ID',
  number: 'Número',
  status: 'Estado | Estatus',
  decision: 'Decisión | Decisión final | Resultado | Dictamen | Aceptado',
  reply: 'Respuesta | Confirmado | Confirmada | Confirmación',
  feedback: 'Comentarios al autor | Comentarios a los autores | Retroalimentación',
  room: 'Sala | Salón | Aula | Auditorio | Espacio | Escenario | Salas | Sala/lugar',
  place: 'Lugar | Ubicación | Sitio | Dónde | Sede | Recinto | Local',
  start: `Inicio | Comienzo | Fecha y hora | Fecha/hora | Fecha y hora de inicio | Comienza
    Empieza | Cuándo | Desde | Principio | Inicio (fecha y hora) | De | Inicia`,
  slot: 'Bloque horario | Turno',
  startTime: `Hora de inicio | Hora inicio | Hora de comienzo | Hora inicial | Horario de inicio
    Inicio (hora) | Hora desde | Hora comienzo`,
  date: `Fecha | Fecha de inicio | Fecha inicio | Fecha de la charla | Fecha inicial
    Fecha de comienzo`,
  day: 'Día | Día de la semana | Jornada',
  time: `Hora | Horario | Horarios | Horas | Desde/hasta | Inicio/fin | Franja horaria | De/a
    Rango horario | Hora de la charla`,
  end: `Fin | Final | Hora de fin | Hora de término | Hora fin | Hasta | Termina | Finaliza
    Hora de finalización | Término | Fecha y hora de fin | Fin (hora) | Hora final | Finalización
    Hora hasta`,
  endDate: 'Fecha de fin | Fecha de finalización',
  timeZone: 'Zona horaria | Huso horario',
  zone: 'Zona',
  duration: `Duración | Duración (minutos) | Duración en minutos | Minutos | Tiempo | Duración (min)
    Longitud | Tiempo asignado | Duración prevista`,
  fillers: `el | la | los | las | un | una | de | del | al | tu | tus | su | sus | mi | mis
    nuestro | nuestra | por | favor | para | indique | indica | escribe | escriba | ingrese
    ingresa | vuestro | vuestra`,
};
